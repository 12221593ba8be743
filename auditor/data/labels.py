"""Labels: from what a dataset holds to the classes of a model.

A dataset's label may be a name, a number, a boolean, or the number of a class whose name is known; here it
becomes a name, the same from every kind of file: 1, 1.0 and "1.0" are the class `1`. A column that holds
numbers in some rows and names in others, or scores such as 0.37, is refused rather than guessed at.

Names are matched to the model's without regard to case, then by abbreviation ("pos"); numbers are the model's
class numbers, unless its classes are called by numbers themselves ("1 star").
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from auditor.errors import AuditError

MOST_CLASSES = 1000
_MISSING = {"", "nan", "null", "<na>", "#n/a"}
"""What stands in a file for a missing value; `none` is not here, since it is a class of many datasets."""
_NUMBER = re.compile(r"-?\d{1,18}")
_WHOLE = re.compile(r"(-?\d{1,18})\.0*")
_FRACTION = re.compile(r"-?\d*\.\d+(e[-+]?\d+)?|-?\d+(\.\d*)?e-\d+", re.IGNORECASE)
_LEADING_NUMBER = re.compile(r"\s*(-?\d{1,18})\b")


def label_name(value: Any, class_names: Sequence[str] | None) -> tuple[str | None, str]:
    """A label's name, None if it is missing, and its kind: `number`, `name`, `boolean` or `fraction`."""
    match value:
        case None:
            return None, ""
        case bool():
            return str(value).lower(), "boolean"
        case int() if class_names is not None:
            return (class_names[value] if 0 <= value < len(class_names) else None), "name"
        case int():
            return str(value), "number"
        case float() if value != value:
            return None, ""
        case float() if value.is_integer():
            return str(int(value)), "number"
        case float():
            return str(value), "fraction"
        case str():
            return _written(value.strip())
        case _:
            raise AuditError(
                f"a label is of the type {type(value).__name__}: {str(value)[:60]}",
                "One class for each text is needed.",
            )


def _written(name: str) -> tuple[str | None, str]:
    """A label that was read as text, and its kind."""
    if name.lower() in _MISSING:
        return None, ""
    if whole := _WHOLE.fullmatch(name):
        return str(int(whole[1])), "number"
    if _FRACTION.fullmatch(name):
        return name, "fraction"
    return name, "number" if _is_int(name) else "name"


def sort_labels(names: Iterable[str]) -> tuple[str, ...]:
    """Numbers by size, names by alphabet."""
    return tuple(sorted(names, key=lambda name: (not _is_int(name), int(name) if _is_int(name) else 0, name)))


def parse_label_map(items: Iterable[str]) -> dict[str, str]:
    """`0=negative` for each item, or several in one item with commas between."""
    mapping: dict[str, str] = {}
    for item in (part for text in items for part in text.split(",")):
        old, equals, new = (part.strip() for part in item.partition("="))
        if not (old and equals and new):
            raise AuditError(f"--label-map {item!r} is not of the form OLD=NEW", "For instance: 0=negative.")
        if mapping.setdefault(old, new) != new:
            raise AuditError(f"--label-map gives {old!r} twice: {mapping[old]!r} and {new!r}")
    return mapping


def match_labels(
    values: Iterable[str], model_labels: Sequence[str], label_map: Mapping[str, str] | None = None
) -> dict[str, str]:
    """For each label of a dataset the model's; a label without one is an error that shows both sides."""
    labels, given = sort_labels(set(values)), {key.casefold(): to for key, to in (label_map or {}).items()}
    matched = {}
    for label in labels:
        wanted = given.get(label.casefold(), label)
        found = _find(wanted, model_labels)
        if found is not None:
            matched[label] = found
    mixed = len(set(matched.values())) < len(matched) and not given
    if mixed or len(matched) < len(labels):
        raise _mismatch(labels, model_labels, [label for label in labels if label not in matched])
    return matched


def _find(label: str, model_labels: Sequence[str]) -> str | None:
    folded = {name.casefold(): name for name in model_labels}
    if label.casefold() in folded:
        return folded[label.casefold()]
    if _is_int(label):
        leading = [_LEADING_NUMBER.match(name) for name in model_labels]
        numbers = [int(number[1]) for number in leading if number]
        places = numbers if len(numbers) == len(model_labels) else list(range(len(model_labels)))
        return model_labels[places.index(int(label))] if int(label) in places else None
    if label.casefold() in ("false", "true") and len(model_labels) == 2:
        return model_labels[label.casefold() == "true"]
    if len(label) >= 3:
        near = [name for key, name in folded.items() if _abbreviates(label.casefold(), key)]
        return near[0] if len(near) == 1 else None
    return None


def _abbreviates(one: str, other: str) -> bool:
    return len(other) >= 3 and (one.startswith(other) or other.startswith(one))


def _mismatch(labels: Sequence[str], model_labels: Sequence[str], unmatched: Sequence[str]) -> AuditError:
    example = f"{(unmatched or labels)[0]}={model_labels[0]}"
    return AuditError(
        f"the dataset's labels do not match the model's: dataset {', '.join(map(repr, labels))}; "
        f"model {', '.join(map(repr, model_labels))}",
        f"Say which is which with --label-map, for instance --label-map '{example}'.",
    )


def _is_int(name: str) -> bool:
    return _NUMBER.fullmatch(name) is not None
