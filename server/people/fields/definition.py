"""What a field of a company may be, and what its values are where it becomes another: rules without any SQL."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from server.people.fields import schemas
from server.platform.errors import ValidationFailedError
from server.vocabulary.field_kinds import Value
from server.vocabulary.fields import FIELDS
from server.vocabulary.own_fields import HIDDEN, FieldChoice, OwnField, choice_problem
from server.vocabulary.profiles import ADMINISTRATORS, Profile
from server.vocabulary.visible_text import fold_name, label_problem, tidy

MOST_CHOICES: Final = 200
MOST_EXAMPLES: Final = 10
LONGEST_LABEL: Final = 60
LONGEST_HELP: Final = 300
NO_LABEL: Final = "Please give the field a name"
LABEL_TAKEN: Final = "A field has this name already"
ARCHIVED_LABEL_TAKEN: Final = "An archived field has this name: restore it, or choose another name"
NO_CHOICE: Final = "Give at least one choice"
BUILT_IN_LABEL: Final = "Every person has a field of this name already"
FLAGS: Final = ("own_view", "own_edit", "sensitive", "unique", "keyed", "for_employers")


def new_key(label: str, *, number: int, taken: set[str]) -> str:
    """Make the key of a label: fathersName; one of letters that are not Latin has its number."""
    plain = re.sub("['’]", "", label)
    first, *more = re.findall("[A-Za-z0-9]+", plain) or [""]
    key = (first.lower() + "".join(word.capitalize() for word in more))[:32]
    if not key[:1].isalpha():
        key = f"field{number}"
    return f"{key}{number}" if key in taken else key


def wanted_field(
    former: OwnField, request: schemas.CreateFieldRequest | schemas.ChangeFieldRequest, *, others: Sequence[OwnField]
) -> OwnField:
    """Return the field as it is asked for. Raises ValidationFailedError."""
    asked_help = former.help if request.help is None else tidy(request.help) or None
    flags: dict[str, Any] = {f"is_{name}": flag for name in FLAGS if (flag := getattr(request, name)) is not None}
    errors = dict[str, str]()
    label = former.label if request.label is None else tidy(request.label)
    if problem := _label_problem(label, others):
        errors["label"] = problem
    kind, options = request.kind or former.own_kind, former.options
    if request.choices is not None:
        options, problem = _read_choices(former.options, request.choices)
        if problem is not None:
            errors["choices"] = problem
    if not kind.has_choices:
        options = ()
    elif not any(not option.is_archived for option in options) and kind is former.own_kind:
        errors.setdefault("choices", NO_CHOICE)
    wanted = replace(
        former,
        **flags,
        label=label,
        help=asked_help,
        own_kind=kind,
        options=options,
        required_for=_chosen(request.required_for, former.required_for),
        viewers=_chosen(request.viewers, former.viewers) | {Profile.SUPER_ADMIN},
        editors=_chosen(request.editors, former.editors) | {Profile.SUPER_ADMIN},
    )
    errors |= _contradictions(wanted)
    if errors:
        raise ValidationFailedError(errors=errors)
    return wanted


def _chosen(asked: Sequence[Profile] | None, former: frozenset[Profile]) -> frozenset[Profile]:
    return former if asked is None else frozenset(asked)


def _label_problem(label: str, others: Sequence[OwnField]) -> str | None:
    folded = fold_name(label)
    if not label:
        return NO_LABEL
    if len(label) > LONGEST_LABEL:
        return f"Please use at most {LONGEST_LABEL} characters"
    if any(fold_name(field.label) == folded for field in FIELDS):
        return BUILT_IN_LABEL
    for other in others:
        if fold_name(other.label) == folded:
            return ARCHIVED_LABEL_TAKEN if other.is_archived else LABEL_TAKEN
    return label_problem(label)


def _read_choices(
    former: Sequence[FieldChoice], sent: Sequence[schemas.ChoiceRequest]
) -> tuple[tuple[FieldChoice, ...], str | None]:
    """Return the choices that are sent, then those that are missing among them, archived; and what is wrong."""
    known = {fold_name(option.label): option.number for option in former}
    last, made, folded = max(known.values(), default=0), list[FieldChoice](), set[str]()
    for each in sent:
        label = tidy(each.label)
        if each.number is not None and each.number not in known.values():
            return (), f"The field has no choice of the number {each.number}"
        if problem := choice_problem(label):
            return (), f"{label or 'A choice'}: {problem}"
        if fold_name(label) in folded:
            return (), f"“{label}” is there twice"
        folded.add(fold_name(label))
        # One that was left out and typed again is the former one.
        number = each.number or known.get(fold_name(label)) or last + 1
        last = max(last, number)
        made.append(FieldChoice(number=number, label=label, is_archived=each.archived))
    kept = {option.number for option in made}
    if len(kept) < len(made):
        return (), "A choice is there twice"
    made += [replace(option, is_archived=True) for option in former if option.number not in kept]
    if sum(not option.is_archived for option in made) > MOST_CHOICES:
        return (), f"A field has at most {MOST_CHOICES} choices: make it a text field, or give fewer"
    return tuple(made), None


def _contradictions(field: OwnField) -> dict[str, str]:
    """What does not go together, by the name of what is to be changed."""
    said = {
        "help": len(field.help or "") > LONGEST_HELP and f"Please use at most {LONGEST_HELP} characters",
        "editors": not field.editors <= field.viewers & ADMINISTRATORS
        and "Who edits a field has to see it, and to manage people: Super Admin, Admin or Management",
        "viewers": Profile.TRAINEE in field.viewers and "Trainees see their own details alone: choose that instead",
        "ownEdit": field.is_own_edit and not field.is_own_view and "Who edits their own details has to see them",
        "forEmployers": field.is_for_employers
        and field.is_sensitive
        and "A sensitive field is in no file for employers: choose one of both",
        "unique": field.is_unique and not field.own_kind.is_keyable and "Only a text, a number or a date can be unique",
        "keyed": field.is_keyed
        and (
            (not field.own_kind.is_keyable and "People are sorted by texts, numbers and dates alone")
            or (field.is_sensitive and "People are not sorted by a sensitive field: their order would tell it")
        ),
    }
    return {name: sentence for name, sentence in said.items() if sentence}


class Fit(NamedTuple):
    """The values of a field as those of another kind, and those that do not fit."""

    values: list[tuple[Value, Value]]
    check: schemas.FieldCheck
    field: OwnField


def fit_values(former: OwnField, wanted: OwnField, values: Sequence[tuple[Value, int]]) -> Fit:
    """Read all values as those of the wanted field, which gets the choices that they are where it has none."""
    if wanted.own_kind.has_choices and not wanted.options:
        labels = dict[str, str]()
        for value, _ in values:
            label = former.shown(value)
            if choice_problem(label) is None and len(labels) < MOST_CHOICES:
                labels.setdefault(fold_name(label), label)
        made = enumerate(labels.values(), start=1)
        wanted = replace(wanted, options=tuple(FieldChoice(number=number, label=label) for number, label in made))
    fitting, misfits, examples = list[tuple[Value, Value]](), 0, list[str]()
    for value, people in values:
        new, problem = wanted.read_given(former.shown(value))
        if problem is None:
            fitting.append((value, new))
        else:
            misfits += people
            examples.append(former.shown(value))
    return Fit(fitting, _counted(misfits, examples, field=former), wanted)


def summary_of(repeated: Sequence[tuple[str, int]], *, field: OwnField) -> schemas.FieldCheck:
    return _counted(sum(people for _, people in repeated), [value for value, _ in repeated], field=field)


def _counted(misfits: int, examples: Sequence[str], *, field: OwnField) -> schemas.FieldCheck:
    """Sensitive values are shown singly, and that is recorded: they are no examples."""
    shown = [] if field.is_sensitive else [value[:100] for value in examples[:MOST_EXAMPLES]]
    return schemas.FieldCheck(misfits=misfits, examples=shown)


def misfits_said(check: schemas.FieldCheck) -> str:
    return f"{check.misfits:,} people have values that do not fit: {'; '.join(check.examples) or HIDDEN}"


def shown_in_trail(field: OwnField) -> dict[str, Any]:
    """What the trail says of a field: only what is something."""
    flags = {name: True for name in FLAGS if getattr(field, f"is_{name}")}
    labels = "; ".join(option.label for option in field.options if not option.is_archived)
    sets = {
        name: ", ".join(sorted(each))
        for name, each in (
            ("requiredFor", field.required_for),
            ("viewers", field.viewers),
            ("editors", field.editors),
        )
    }
    said = {"label": field.label, "kind": field.own_kind.value, "help": field.help, "choices": labels, **sets, **flags}
    return {name: value for name, value in said.items() if value}
