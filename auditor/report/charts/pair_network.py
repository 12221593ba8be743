"""The network of pairs that are findings: words are nodes, lines as wide as the number of texts with both.

The number stands on its line where there is room; otherwise it shows when the line is pointed at. The same
pairs always give the same drawing.
"""

from collections.abc import Mapping, Sequence

from markupsafe import Markup

from auditor.findings.finding import Finding, Kind
from auditor.findings.report import PairLink
from auditor.report.charts.label_places import Box
from auditor.report.charts.layout import TALL, Node, arranged, label_of
from auditor.report.charts.svg import element, plain, text_width
from auditor.report.visible_text import visible

MOST = 24
"""Pairs drawn, those in most texts."""


def pair_network(links: Sequence[PairLink], kinds: Mapping[str, str]) -> Markup:
    """The drawing; `kinds` gives each finding's verdict by its id. Nothing where there is no pair."""
    drawn = sorted(joined(links), key=lambda link: (-link.sets, link.tokens, link.label))[:MOST]
    if not drawn:
        return Markup("")
    nodes, width, height = arranged(drawn)
    most = max(link.sets for link in drawn) or 1
    parts = [_line(link, nodes, most, kinds) for link in reversed(drawn)]
    parts += _counts(drawn, nodes)
    parts += [_node(node) for node in nodes.values()]
    return element(
        "svg",
        *parts,
        class_="network",
        viewBox=f"0 0 {plain(width)} {plain(height)}",
        role="img",
        aria_label="Pairs that are findings: " + "; ".join(_named(link) for link in drawn),
    )


def pairs_of(findings: Sequence[Finding]) -> list[PairLink]:
    """The pairs among findings, with the number of texts that hold both words."""
    return [
        PairLink((one.tokens[0], one.tokens[1]), one.label, one.documents, one.id)
        for one in findings
        if one.kind is Kind.PAIR
    ]


def joined(links: Sequence[PairLink]) -> list[PairLink]:
    """One link for two words, also where they recur for several classes."""
    found: dict[tuple[str, ...], PairLink] = {}
    for link in sorted(links, key=lambda link: (link.tokens, link.label)):
        first, second = sorted(link.tokens)
        known = found.get((first, second))
        found[first, second] = PairLink(
            (first, second),
            link.label if known is None else f"{known.label} and {link.label}",
            link.sets + (known.sets if known else 0),
            link.finding or (known.finding if known else None),
        )
    return list(found.values())


def _named(link: PairLink) -> str:
    first, second = (visible(token, 60) for token in link.tokens)
    return f"{first} and {second} in {link.sets:,} texts, for {visible(link.label, 60)}"


def _ends(link: PairLink, nodes: Mapping[str, Node]) -> tuple[Node, Node]:
    return nodes[link.tokens[0]], nodes[link.tokens[1]]


def _line(link: PairLink, nodes: Mapping[str, Node], most: int, kinds: Mapping[str, str]) -> Markup:
    a, b = _ends(link, nodes)
    return element(
        "path",
        element("title", Markup.escape(_named(link))),
        class_=f"link {kinds.get(link.finding or '', 'none')}",
        d=f"M{plain(a.x)} {plain(a.y)}L{plain(b.x)} {plain(b.y)}",
        stroke_width=round(1 + 3 * link.sets / most, 1),
    )


def _counts(links: Sequence[PairLink], nodes: Mapping[str, Node]) -> list[Markup]:
    """The numbers of texts, each where it covers no word and no other number."""
    taken = [node.box for node in nodes.values()]
    drawn = []
    for link in links:
        number = f"{link.sets:,}"
        for x, y in _along(*_ends(link, nodes)):
            half = text_width(number) / 2
            box = Box(x - half, y - 8, x + half, y + 8)
            if not any(box.meets(other) for other in taken):
                taken.append(box)
                drawn.append(element("text", number, class_="count", x=x, y=y + 4, text_anchor="middle"))
                break
    return drawn


def _along(a: Node, b: Node) -> list[tuple[float, float]]:
    """Places on what is seen of a line, the middle first."""
    (x1, y1), (x2, y2) = _edge(a, b), _edge(b, a)
    return [(x1 + (x2 - x1) * share, y1 + (y2 - y1) * share) for share in (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8)]


def _edge(node: Node, other: Node) -> tuple[float, float]:
    """Where the line to another word leaves a word's box."""
    dx, dy = other.x - node.x, other.y - node.y
    shares = [node.width / 2 / abs(dx)] if dx else []
    shares += [TALL / 2 / abs(dy)] if dy else []
    share = min([*shares, 1.0])
    return node.x + dx * share, node.y + dy * share


def _node(node: Node) -> Markup:
    box = node.box
    return element(
        "rect", class_="node", x=box.left, y=box.top, width=node.width, height=TALL, rx=TALL / 2
    ) + element("text", Markup.escape(label_of(node.token)), x=node.x, y=node.y + 4, text_anchor="middle")
