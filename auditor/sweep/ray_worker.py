"""A worker of a Ray cluster: a process with the model that does errands.

This module imports nothing heavy, so that a worker can set its environment before any library reads it.
"""

import os
import socket
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from auditor.errors import AuditError


@dataclass(frozen=True)
class Loading:
    """How a worker gets the model."""

    load: Callable[[str], Any]
    """What makes it on a device."""
    device: str
    folder: str = ""
    """The directory that it is in, if it is in one."""
    sizes: tuple[tuple[str, int], ...] = ()
    """The files there, and their sizes in bytes."""


def sizes_in(folder: Path) -> tuple[tuple[str, int], ...]:
    """The files of a directory with their sizes; nothing where it cannot be read."""
    with suppress(OSError):
        return tuple(sorted((path.name, path.stat().st_size) for path in folder.iterdir() if path.is_file()))
    return ()


class RayWorker:
    """The actor: told where the model is, then what it must be like, then what to do."""

    def __init__(self, variables: Mapping[str, str]) -> None:
        os.environ.update(variables)
        self._loading: Loading | None = None
        self._classifier: Any = None
        self._desk: Any = None

    def here(self) -> None:
        """Answer, which shows that this worker got its core."""

    def start(self, loading: Loading) -> None:
        """Load the model, if it is here; a directory whose files are others is left alone."""
        self._loading = loading
        if not loading.folder or sizes_in(Path(loading.folder)) == loading.sizes:
            self._classifier = _loaded(loading.load, loading.device)

    def equip(self, equipment: Any, shipped: Mapping[str, Any] | None = None) -> bool:
        """Whether the model here is the one that is meant; if so, this worker is ready.

        What is `shipped`, the files of the model's directory by name, takes the place of what is here.
        """
        from auditor.model.classifier import Classifier
        from auditor.model.packing import pack
        from auditor.sweep.device import first_budget
        from auditor.sweep.errands import Desk
        from auditor.sweep.workload import installed, model_hash

        _check_versions(equipment.versions, installed())
        if shipped is not None:
            self._classifier = None
            self._classifier = self._unpacked(shipped)
        classifier = self._classifier
        if not isinstance(classifier, Classifier) or model_hash(classifier) != equipment.model:
            return False
        if equipment.packed:
            pack(classifier.model)
        if equipment.settings.compile:
            import torch

            classifier.model = torch.compile(classifier.model, dynamic=True)
        self._desk = Desk(classifier, equipment.settings, first_budget(equipment.settings, classifier))
        return True

    def do(self, errand: Any) -> Any:
        """The result of an errand."""
        return errand.do(self._desk)

    def _unpacked(self, shipped: Mapping[str, Any]) -> Any:
        import ray

        assert self._loading is not None  # noqa: S101 (a worker is started first)
        with tempfile.TemporaryDirectory(prefix="audit-model-") as folder:
            for name, reference in shipped.items():
                (Path(folder) / name).write_bytes(ray.get(reference))
            load: Any = self._loading.load
            return _loaded(replace(load, path=folder), self._loading.device)


def _loaded(load: Callable[[str], Any], device: str) -> Any:
    """The model; that it does not fit is said as such, whatever it was taken for."""
    from auditor.cidr.engine import out_of_memory

    try:
        return load(device)
    except AuditError as error:
        if error.__cause__ is not None and out_of_memory(error.__cause__):
            raise MemoryError(error.message) from error
        raise


def _check_versions(wanted: Mapping[str, str], there: Mapping[str, str]) -> None:
    """Refuse to compute with other libraries than the process that asks."""
    names = [name for name in wanted if there.get(name) != wanted[name]]
    if names:
        shown = ", ".join(f"{name} {there.get(name)} in place of {wanted[name]}" for name in names)
        raise AuditError(
            f"other versions are installed on {socket.gethostname()}: {shown}",
            "Install the same versions on all machines.",
        )
