"""A person as a resource of SCIM, and what a changed resource changes of an account."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final
from uuid import UUID
from zlib import crc32

import scim2_models as scim
from pydantic import BaseModel

from server.people.scim.repository import KnownPerson
from server.people.scim.resources import (
    ALWAYS,
    ContactEntry,
    EnterpriseUser,
    FullName,
    Membership,
    PersonDetails,
    Position,
    Service,
    User,
)
from server.vocabulary.profiles import ROLES_OF_PROFILE, Profile

_READ_ONLY: Final = frozenset({"id", "meta", "groups", "schemas"})
_NAMED_BY_EMAIL: Final = "The userName of a person who has an email is that email"
_NO_SUCH_PROFILE: Final = "userType is none of the company's profiles"


def resource_of(
    service: Service, known: KnownPerson, *, base: str, groups: Mapping[UUID, str], own: Mapping[str, Any]
) -> User[Any]:
    row, values = known.row, known.row.values
    given, _, family = row.full_name.rpartition(" ")
    name = FullName(formatted=row.full_name, given_name=given or family, family_name=family if given else None)
    batches = [
        Membership.model_validate({"value": str(key), "$ref": f"{base}/Groups/{key}", "display": name})
        for key, name in groups.items()
    ]
    # The batches of a person are in the answer, but not in the version of the account.
    version = f'W/"{row.version}-{crc32(repr(groups).encode()):x}"'
    location = f"{base}/Users/{row.id}"
    resource = service.user(
        id=str(row.id),
        external_id=known.external_id,
        user_name=row.label,
        name=name,
        display_name=row.full_name,
        emails=[ContactEntry(value=row.email, type="work", primary=True)] if row.email else None,
        phone_numbers=[ContactEntry(value=row.phone, type="mobile", primary=True)] if row.phone else None,
        active=row.is_active,
        user_type=row.profile and str(row.profile),
        roles=[Position(value=row.role)],
        groups=batches or None,
        meta=scim.Meta(resource_type="User", created=row.created_at, location=location, version=version),
    )
    if values["code"] is not None:
        resource[EnterpriseUser] = EnterpriseUser(employee_number=str(values["code"]))
    details = {name: values[name] for name in ("dateOfBirth", "gender", "workLocation")}
    if any(details.values()):
        resource[PersonDetails] = PersonDetails.model_validate(details)
    if service.own is not None and own:
        resource[service.own] = service.own.model_validate(own)
    return resource


def merge(to: BaseModel, given: BaseModel) -> None:
    """Write what is given, also within a name or an extension; what only we may write stays."""
    for name in given.model_fields_set - _READ_ONLY:
        value, present = getattr(given, name), getattr(to, name, None)
        if isinstance(value, BaseModel) and isinstance(present, BaseModel):
            merge(present, value)
        else:
            setattr(to, name, value)


def wanted_of(service: Service, before: User[Any], after: User[Any]) -> dict[str, Any]:
    """Return what changes, by field as the forms of the product have them.

    Raises:
        scim2_models.MutabilityException: it takes away what a person always has.
        scim2_models.InvalidValueException: a userName that is no email is given to a person who has one.
    """
    for shown, name in ALWAYS.items():
        if getattr(before, name) not in (None, []) and getattr(after, name) in (None, []):
            raise scim.MutabilityException(detail=f"A person always has this: {shown}")
    wanted: dict[str, Any] = {
        name: "" if read(after) is None else read(after) for name, read in _READ.items() if read(after) != read(before)
    }
    names = zip(_names(before), _names(after), strict=True)
    if full_name := next((now for former, now in names if now and now != former), None):
        wanted["fullName"] = full_name
    wanted |= _sign_in_name(before, after)
    if "profile" in wanted and "role" not in wanted:
        role = _READ["role"](before)
        if wanted["profile"] not in list(Profile):
            raise scim.InvalidValueException(detail=_NO_SUCH_PROFILE)
        fitting = ROLES_OF_PROFILE[Profile(wanted["profile"])]
        wanted |= {} if role in fitting else {"role": str(fitting[0])}
    if service.own is not None:
        was, now = (each[service.own] or service.own() for each in (before, after))
        known = {str(field.serialization_alias): name for name, field in service.own.model_fields.items()}
        own = {key: getattr(now, name) for key, name in known.items() if getattr(now, name) != getattr(was, name)}
        wanted |= {"fields": own} if own else {}
    return wanted


def _sign_in_name(before: User[Any], after: User[Any]) -> dict[str, str]:
    """A userName with an at sign is the email; another one is the code or phone of a person who has no email."""
    former, email = (_first(each.emails, kind="work") for each in (before, after))
    user_name = (after.user_name or "").strip()
    if user_name.casefold() == (before.user_name or "").casefold():
        return {} if email is None or email == former else {"email": email}
    if "@" in user_name:
        return {"email": user_name}
    if email is not None:
        raise scim.InvalidValueException(detail=_NAMED_BY_EMAIL)
    return {"phone" if user_name.startswith("+") else "code": user_name}


def _first(contacts: Sequence[ContactEntry] | None, *, kind: str) -> str | None:
    """Return the value of this type, else the primary one, else the first: a person has one."""
    valued = [each for each in contacts or () if each.value and each.value.strip()]
    best = max(valued, key=lambda each: ((each.type or "").lower() == kind, bool(each.primary)), default=None)
    return None if best is None else str(best.value).strip()


def _names(person: User[Any]) -> tuple[str, str, str]:
    """Return what may be the full name; the first that a request changes is taken."""
    name = person.name or FullName()
    parts = " ".join(filter(None, (name.given_name, name.family_name)))
    return person.display_name or "", name.formatted or "", parts


def _extended(extension: type[scim.Extension], name: str) -> Callable[[User[Any]], Any]:
    return lambda person: getattr(person[extension], name, None)


# The keys are names of fields as the forms of the product have them; what is empty is none.
_READ: Final[Mapping[str, Callable[[User[Any]], Any]]] = {
    "phone": lambda person: _first(person.phone_numbers, kind="mobile"),
    "isActive": lambda person: person.active,
    "profile": lambda person: person.user_type and person.user_type.upper(),
    "role": lambda person: next((each.value.upper() for each in person.roles or () if each.value), None),
    "code": _extended(EnterpriseUser, "employee_number"),
    "dateOfBirth": _extended(PersonDetails, "date_of_birth"),
    "gender": _extended(PersonDetails, "gender"),
    "workLocation": _extended(PersonDetails, "work_location"),
}
