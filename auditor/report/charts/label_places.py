"""Labels beside marks without overlaps: the important ones first, each at the first free place around its
mark; one for which there is no place is left out, and its mark still tells its name when pointed at."""

from collections.abc import Sequence
from dataclasses import dataclass

HEIGHT = 15.0
"""Of a label."""
GAP = 3.0
"""Between a mark and its label."""


@dataclass(frozen=True)
class Box:
    """A rectangle."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: "Box") -> bool:
        """Whether the two share any area."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def within(self, other: "Box") -> bool:
        """Whether it lies wholly inside the other."""
        return (
            other.left <= self.left
            and self.right <= other.right
            and other.top <= self.top
            and self.bottom <= other.bottom
        )


@dataclass(frozen=True)
class Disc:
    """A mark that takes a round place."""

    x: float
    y: float
    radius: float

    @property
    def box(self) -> Box:
        """The square around it."""
        return Box(self.x - self.radius, self.y - self.radius, self.x + self.radius, self.y + self.radius)


def place(
    discs: Sequence[Disc], widths: Sequence[float], *, frame: Box, obstacles: Sequence[Disc] = ()
) -> list[Box | None]:
    """For each mark, the most important first, the box of its label, or None where there is no room."""
    marks = [disc.box for disc in (*discs, *obstacles)]
    taken: list[Box] = []
    placed: list[Box | None] = []
    for number, (disc, width) in enumerate(zip(discs, widths, strict=True)):
        others = marks[:number] + marks[number + 1 :]
        free = next(
            (box for box in _around(disc, width) if box.within(frame) and _is_free(box, taken, others)), None
        )
        placed.append(free)
        if free is not None:
            taken.append(free)
    return placed


def _around(disc: Disc, width: float) -> list[Box]:
    """Places for a label: right, left, above, below, then the corners."""
    x, y, away = disc.x, disc.y, disc.radius + GAP
    corner = disc.radius * 0.7 + 1
    half = HEIGHT / 2
    return [
        Box(x + away, y - half, x + away + width, y + half),
        Box(x - away - width, y - half, x - away, y + half),
        Box(x - width / 2, y - away - HEIGHT, x + width / 2, y - away),
        Box(x - width / 2, y + away, x + width / 2, y + away + HEIGHT),
        Box(x + corner, y - corner - HEIGHT, x + corner + width, y - corner),
        Box(x - corner - width, y - corner - HEIGHT, x - corner, y - corner),
        Box(x + corner, y + corner, x + corner + width, y + corner + HEIGHT),
        Box(x - corner - width, y + corner, x - corner, y + corner + HEIGHT),
        Box(x - width, y - away - HEIGHT, x, y - away),
        Box(x, y - away - HEIGHT, x + width, y - away),
        Box(x - width, y + away, x, y + away + HEIGHT),
        Box(x, y + away, x + width, y + away + HEIGHT),
    ]


def _is_free(box: Box, taken: Sequence[Box], marks: Sequence[Box]) -> bool:
    return not any(box.meets(other) for other in taken) and not any(box.meets(other) for other in marks)
