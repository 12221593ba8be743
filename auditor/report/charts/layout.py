"""Places for the words of a network.

Each connected part is laid out by itself: a tree around its busiest word, each branch in a sector of its own;
where there are more lines than a tree has, words then push each other away and lines pull them together.
Places grow apart until no two words overlap, and the parts stand in rows like words on a page. Nothing is
random.
"""

import cmath
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from auditor.findings.report import PairLink
from auditor.report.charts.label_places import Box
from auditor.report.charts.svg import clipped, text_width
from auditor.report.visible_text import visible

WIDTH = 760
TALL = 24.0
"""Height of a node."""
SPACE = 20.0
"""Between connected parts."""
FARTHEST = 1500
"""Radius from which words may overlap: a drawing that grows without end helps nobody."""
FIRST = 48.0
"""From one ellipse to the next, at least."""
APART = 60.0
"""Between words side by side, for a line and its number; a quarter of it between words above each other."""
STRETCH = 1.7
"""Drawings are wider than high, as words are."""
GROWTHS = 60
"""Times that a part may grow by a little to come apart."""
ROUNDS, SPRING = 120, 78.0
"""Rounds of pushing and pulling, and the length of a line at rest."""


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


def arranged(links: Sequence[PairLink]) -> tuple[dict[str, Node], float, float]:
    """Every word's place, and the width and height of the drawing."""
    nodes: dict[str, Node] = {}
    x = y = row = 0.0
    widest = float(WIDTH)
    for part in components(links):
        local = placed(part, links)
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


def placed(part: list[str], links: Sequence[PairLink]) -> list[Node]:
    """A connected part with its words apart."""
    nodes = _around(part, links)
    lines = {(part.index(a), part.index(b)) for a in part for b in neighbours(a, links)}
    if len(lines) / 2 > len(part) - 1:  # more lines than a tree has
        nodes = relaxed(nodes, part, sorted(line for line in lines if line[0] < line[1]))
    for _ in range(GROWTHS):
        if not overlapping(nodes):
            break
        nodes = [Node(n.token, round(n.x * 1.06, 1), round(n.y * 1.06, 1), n.width) for n in nodes]
    return nodes


def relaxed(nodes: list[Node], part: list[str], lines: Sequence[tuple[int, int]]) -> list[Node]:
    """Words that push each other away while lines pull them together, in ever smaller steps."""
    by_token = {node.token: node for node in nodes}
    places = [complex(by_token[token].x / STRETCH, by_token[token].y) for token in part]
    for turn in range(ROUNDS):
        forces = [-0.04 * place for place in places]
        for i, first in enumerate(places):
            for j in range(i):
                gap = first - places[j]
                push = gap * (SPRING / max(1.0, abs(gap))) ** 2
                forces[i] += push
                forces[j] -= push
        for i, j in lines:
            gap = places[j] - places[i]
            pull = gap * abs(gap) / SPRING
            forces[i] += pull
            forces[j] -= pull
        step = 30 * (1 - turn / ROUNDS)
        places = [p + f * min(1.0, step / max(1e-9, abs(f))) for p, f in zip(places, forces, strict=True)]
    return [
        Node(token, round(place.real * STRETCH, 1), round(place.imag, 1), by_token[token].width)
        for token, place in zip(part, levelled(places), strict=True)
    ]


def levelled(places: list[complex]) -> list[complex]:
    """The same places turned so that they extend across rather than down."""
    middle = sum(places) / len(places)
    # The square of a vector does not know forwards from backwards: their sum points twice the main direction.
    twice = sum((place - middle) ** 2 for place in places)
    turn = cmath.exp(-0.5j * cmath.phase(twice))
    return [(place - middle) * turn for place in places]


def _around(part: list[str], links: Sequence[PairLink]) -> list[Node]:
    """A connected part as a tree around its first word, each branch in a sector of its own."""
    widths = {token: text_width(label_of(token)) + 18 for token in part}
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
    x, y = STRETCH * radius * math.cos(angles[token]), radius * math.sin(angles[token])
    return Node(token, round(x, 1), round(y, 1), widths[token])


def overlapping(nodes: Sequence[Node]) -> bool:
    """Whether any two words overlap or leave no room for a line and its number."""
    boxes = [
        Box(n.box.left - APART / 2, n.box.top - APART / 8, n.box.right + APART / 2, n.box.bottom + APART / 8)
        for n in nodes
    ]
    return any(a.meets(b) for i, a in enumerate(boxes) for b in boxes[:i])


def label_of(token: str) -> str:
    """A word as the drawing writes it."""
    return clipped(visible(token, 60), 16)
