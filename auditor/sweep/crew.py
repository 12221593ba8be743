"""The processes of a run at work on questions to the model, once the sweep is done.

The main process has the questions, in chunks; the others wait for them. Every process knows from the chunks
alone which ones are its own, so that only chunks and answers travel, and no process waits long for another.
"""

from collections.abc import Iterator, Sequence

from auditor.cidr.asking import Answers, Chunk, Worker
from auditor.sweep.world import World, agree, gather


def shared(world: World, chunks: Sequence[Chunk], work: Worker) -> Iterator[tuple[int, Answers]]:
    """In the main process: the number of each chunk with its answers, its own first, then the others'."""
    if not chunks:
        return
    agree(world, list(chunks))
    own = []
    for number in deal([chunk.cost for chunk in chunks], world.hands)[world.rank]:
        own.append((number, work(chunks[number])))
        yield own[-1]
    mine = {number for number, _ in own}
    yield from (found for found in gather(world, own) if found[0] not in mine)


def serve(world: World, work: Worker) -> None:
    """In every other process: work through one's share of all that is asked, until dismissed."""
    while (chunks := agree(world, None)) is not None:
        share = deal([chunk.cost for chunk in chunks], world.size)[world.rank]
        gather(world, [(number, work(chunks[number])) for number in share])


def dismiss(world: World) -> None:
    """In the main process: nothing more will be asked."""
    agree(world, None)


def deal(costs: Sequence[int], hands: int) -> list[list[int]]:
    """Numbers of the costs, dealt so that the sums are nearly equal: the largest first, to whom has least."""
    shares: list[list[int]] = [[] for _ in range(hands)]
    sums = [0] * hands
    for number in sorted(range(len(costs)), key=lambda number: (-costs[number], number)):
        least = sums.index(min(sums))
        shares[least].append(number)
        sums[least] += costs[number]
    return shares
