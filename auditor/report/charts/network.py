"""The network of pairs that recur in minimal sets: words are nodes, lines as wide as their number of sets.

Each connected part is drawn by itself as a tree, its busiest word in the middle and each branch in a sector
of its own, on ellipses that grow until no two words overlap; the parts stand in rows like words on a page.
The same pairs always give the same drawing.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from auditor.findings import PairLink
from auditor.report.charts.labels import Box
from auditor.report.charts.svg import clipped, element, plain, text_width
from auditor.report.text import visible

WIDTH = 760
MOST = 36
"""Pairs drawn, those in most sets."""
TALL = 24.0
"""Height of a node."""
SPACE = 20.0
"""Between connected parts."""
FARTHEST = 1500
"""Radius from which words may overlap: a drawing that grows without end helps nobody."""
FIRST = 48.0
"""From one ellipse to the next, at least."""
APART = 30.0
"""Between words side by side; half of it between words one above the other."""


@dataclass(frozen=True)
class Node:
    """A word at its place."""

    token: str
    x: float
    y: float
    width: float

    @property
    def box(self) -> Box:
        """What it covers."""
        return Box(self.x - self.width / 2, self.y - TALL / 2, self.x + self.width / 2, self.y + TALL / 2)


def pair_network(links: Sequence[PairLink], kinds: Mapping[str, str]) -> Markup:
    """The drawing; `kinds` gives each finding's verdict by its id. Nothing where no pair recurs."""
    drawn = sorted(joined(links), key=lambda link: (-link.sets, link.tokens, link.label))[:MOST]
    if not drawn:
        return Markup("")
    nodes, width, height = arranged(drawn)
    most = max(link.sets for link in drawn) or 1
    parts = [_line(link, nodes, most, kinds) for link in reversed(drawn)]
    parts += [_node(node) for node in nodes.values()]
    parts += [_count(link, nodes) for link in drawn]
    return element(
        "svg",
        *parts,
        class_="network",
        viewBox=f"0 0 {plain(width)} {plain(height)}",
        role="img",
        aria_label="Pairs that recur: " + "; ".join(_named(link) for link in drawn),
    )


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


def arranged(links: Sequence[PairLink]) -> tuple[dict[str, Node], float, float]:
    """Every word's place, and the width and height of the drawing."""
    nodes: dict[str, Node] = {}
    x = y = row = 0.0
    widest = float(WIDTH)
    for part in components(links):
        local = _around(part, links)
        left, top = min(n.box.left for n in local), min(n.box.top for n in local)
        width, height = max(n.box.right for n in local) - left, max(n.box.bottom for n in local) - top
        if x and x + width > WIDTH:
            x, y, row = 0.0, y + row + SPACE, 0.0
        for node in local:
            nodes[node.token] = Node(node.token, node.x - left + x + 2, node.y - top + y + 2, node.width)
        widest = max(widest, x + width + 4)
        x, row = x + width + 2 * SPACE, max(row, height)
    return nodes, widest, y + row + 4


def components(links: Sequence[PairLink]) -> list[list[str]]:
    """Words that hang together, the part with most sets first, each from its busiest word outwards."""
    weight = weights(links)
    left = sorted(weight, key=lambda token: (-weight[token], token))
    found: list[list[str]] = []
    while left:
        part = [left[0]]
        for token in part:
            part += [other for other in neighbours(token, links) if other not in part]
        found.append(part)
        left = [token for token in left if token not in part]
    return found


def weights(links: Sequence[PairLink]) -> dict[str, int]:
    """For each word the sets of all its pairs."""
    weight: dict[str, int] = {}
    for link in links:
        for token in link.tokens:
            weight[token] = weight.get(token, 0) + link.sets
    return weight


def neighbours(token: str, links: Sequence[PairLink]) -> list[str]:
    """The words it pairs with, the most frequent first."""
    sets: dict[str, int] = {}
    for link in links:
        first, second = link.tokens
        if token in link.tokens and first != second:
            other = second if first == token else first
            sets[other] = sets.get(other, 0) + link.sets
    return sorted(sets, key=lambda other: (-sets[other], other))


def _around(part: list[str], links: Sequence[PairLink]) -> list[Node]:
    """A connected part as a tree around its first word, each branch in a sector of its own."""
    widths = {token: text_width(_label(token)) + 18 for token in part}
    children, level = tree(part, links)
    angles = {part[0]: 0.0}
    _spread(part[0], children, -math.pi, math.pi, angles)
    placed = [Node(part[0], 0.0, 0.0, widths[part[0]])]
    radius = 0.0
    for step in range(1, max(level.values()) + 1):
        ring = [token for token in part if level[token] == step]
        radius += FIRST
        while radius < FARTHEST and overlapping(
            [*placed, *(_at(token, radius, angles, widths) for token in ring)]
        ):
            radius += 6
        placed += [_at(token, radius, angles, widths) for token in ring]
    return placed


def tree(part: list[str], links: Sequence[PairLink]) -> tuple[dict[str, list[str]], dict[str, int]]:
    """For each word those first met from it, and its steps from the first word."""
    level = {part[0]: 0}
    children: dict[str, list[str]] = {token: [] for token in part}
    for token in part:
        for other in neighbours(token, links):
            if other not in level:
                level[other] = level[token] + 1
                children[token].append(other)
    return children, level


def _spread(
    token: str, children: Mapping[str, list[str]], start: float, end: float, angles: dict[str, float]
) -> None:
    """Directions of a word's branches: each gets a sector by the number of its ends."""
    whole = sum(_ends_of(child, children) for child in children[token])
    if token in angles and not whole:
        return
    if end - start >= 2 * math.pi:  # the first branch points to the right
        half = math.pi * _ends_of(children[token][0], children) / whole
        start, end = -half, 2 * math.pi - half
    for child in children[token]:
        width = (end - start) * _ends_of(child, children) / whole
        angles[child] = start + width / 2
        narrow = min(width, math.pi * 0.8) / 2
        _spread(child, children, angles[child] - narrow, angles[child] + narrow, angles)
        start += width


def _ends_of(token: str, children: Mapping[str, list[str]]) -> int:
    return sum(_ends_of(child, children) for child in children[token]) or 1


def _at(token: str, radius: float, angles: Mapping[str, float], widths: Mapping[str, float]) -> Node:
    """A word on an ellipse, wider than high as words are."""
    x, y = 1.7 * radius * math.cos(angles[token]), radius * math.sin(angles[token])
    return Node(token, round(x, 1), round(y, 1), widths[token])


def overlapping(nodes: Sequence[Node]) -> bool:
    """Whether any two words overlap or leave no room for a line and its number."""
    boxes = [
        Box(n.box.left - APART / 2, n.box.top - APART / 4, n.box.right + APART / 2, n.box.bottom + APART / 4)
        for n in nodes
    ]
    return any(a.meets(b) for i, a in enumerate(boxes) for b in boxes[:i])


def _label(token: str) -> str:
    return clipped(visible(token, 60), 16)


def _named(link: PairLink) -> str:
    first, second = (visible(token, 60) for token in link.tokens)
    return f"{first} and {second} in {link.sets:,} sets of {visible(link.label, 60)}"


def _ends(link: PairLink, nodes: Mapping[str, Node]) -> tuple[Node, Node]:
    return nodes[link.tokens[0]], nodes[link.tokens[1]]


def _line(link: PairLink, nodes: Mapping[str, Node], most: int, kinds: Mapping[str, str]) -> Markup:
    a, b = _ends(link, nodes)
    return element(
        "path",
        element("title", Markup.escape(_named(link))),
        class_=f"link {kinds.get(link.finding or '', 'none')}",
        d=f"M{plain(a.x)} {plain(a.y)}L{plain(b.x)} {plain(b.y)}",
        stroke_width=round(1.5 + 6.5 * link.sets / most, 1),
    )


def _count(link: PairLink, nodes: Mapping[str, Node]) -> Markup:
    """The number of sets at the middle of what is seen of the line."""
    a, b = _ends(link, nodes)
    start, end = _edge(a, b), _edge(b, a)
    return element(
        "text",
        f"{link.sets:,}",
        class_="count",
        x=(start[0] + end[0]) / 2,
        y=(start[1] + end[1]) / 2 + 4,
        text_anchor="middle",
    )


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
    ) + element("text", Markup.escape(_label(node.token)), x=node.x, y=node.y + 4, text_anchor="middle")
