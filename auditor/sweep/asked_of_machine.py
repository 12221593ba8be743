"""What is asked of this machine and is not there: known at once, before anything is loaded."""

import os

from auditor.errors import AuditError


def too_many(processes: int, device: str) -> str:
    """What to say of more processes than there are cores for them; "" where there are enough."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if processes <= cores or device.startswith(("cuda", "mps")):
        return ""
    if device == "auto":
        import torch

        if torch.cuda.device_count() >= processes:
            return ""
    return f"{processes} processes share {cores} {'core' if cores == 1 else 'cores'}: no faster than {cores}"


def check_device(device: str) -> None:
    """Refuse a GPU that is not there."""
    if not device.startswith("cuda"):
        return
    import torch

    number, there = device.partition(":")[2], torch.cuda.device_count()
    if not there or (number.isdecimal() and int(number) >= there):
        raise AuditError(
            f"the device {device} was asked for, and torch {torch.__version__} sees {there or 'none'} here",
            "Leave --device out, or install a torch that was built for the driver at hand.",
        )
