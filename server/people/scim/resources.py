"""The resources of SCIM as a company has them: people, batches as groups, and what the service says of itself."""

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import or_
from typing import Annotated, Any, Final, cast
from uuid import UUID

import scim2_models as scim
from pydantic import Field
from scim2_models import Mutability
from scim2_models.resources.schema import Attribute

from server.people.fields.read_fields import read_fields
from server.people.fields.visible import edited_by, open_to
from server.people.scim.filter_repository import MOST_RESULTS
from server.platform.database.connections import Connection
from server.platform.http.requests import IDS_JSON_BYTES
from server.platform.process.cache import CacheKind
from server.platform.services import Context
from server.vocabulary.fields import FieldSet
from server.vocabulary.own_fields import OwnField, OwnKind
from server.vocabulary.profiles import ADMINISTRATORS, Gender, Profile, Role, creatable_by

MOST_OPERATIONS: Final = 50
OWN: Final = "urn:waymark:params:scim:schemas:extension:fields:1.0:User"
# Directories send attributes that we do not have, list in a value what is removed, and fill entries that are not there.
POLICY: Final = scim.ScimPolicy(
    unknown=scim.ScimPolicy.Unknown.ignore,
    remove_value_as_filter=scim.ScimPolicy.RemoveValue.apply,
    unmatched_path_filter=scim.ScimPolicy.UnmatchedPathFilter.create,
)
# A person always has these; a request may leave them out where they follow from others.
ALWAYS: Final = {
    "name": "name",
    "displayName": "display_name",
    "active": "active",
    "userType": "user_type",
    "roles": "roles",
    "emails": "emails",
}
ReadOnly = Annotated[str | None, Mutability.read_only]


class FullName(scim.ComplexAttribute):
    formatted: str | None = None
    given_name: str | None = None
    family_name: str | None = None


class ContactEntry(scim.ComplexAttribute):
    value: str | None = None
    type: str | None = None
    primary: bool | None = None


class Position(scim.ComplexAttribute):
    value: Annotated[str | None, Field(examples=[str(each) for each in Role])] = None


class Membership(scim.ComplexAttribute):
    value: ReadOnly = None
    # The name of the kind, which is no class here.
    ref: Annotated[scim.Reference["Group"] | None, Mutability.read_only] = Field(  # type: ignore[name-defined] # noqa: F821
        None, serialization_alias="$ref", validation_alias="$ref"
    )
    display: ReadOnly = None


class EnterpriseUser(scim.Extension):
    __schema__ = scim.URN("urn:ietf:params:scim:schemas:extension:enterprise:2.0:User")

    employee_number: str | None = None


class PersonDetails(scim.Extension):
    __schema__ = scim.URN("urn:waymark:params:scim:schemas:extension:person:1.0:User")

    date_of_birth: str | None = None
    gender: Annotated[str | None, Field(examples=[str(each) for each in Gender])] = None
    work_location: str | None = None


class User(scim.Resource[scim.AnyExtension]):
    __schema__ = scim.URN("urn:ietf:params:scim:schemas:core:2.0:User")

    user_name: Annotated[str | None, scim.Uniqueness.server, scim.Required.true] = None
    name: FullName | None = None
    display_name: str | None = None
    emails: list[ContactEntry] | None = None
    phone_numbers: list[ContactEntry] | None = None
    active: bool | None = None
    user_type: str | None = None
    roles: list[Position] | None = None
    groups: Annotated[list[Membership] | None, Mutability.read_only] = None


class GroupMember(scim.ComplexAttribute):
    value: Annotated[str | None, scim.CaseExact.true] = None
    ref: scim.Reference["User"] | None = Field(  # type: ignore[type-arg] # the name of the kind
        None, serialization_alias="$ref", validation_alias="$ref"
    )
    type: Annotated[str | None, Field(examples=["User"])] = None


class BatchGroup(scim.Resource[Any]):
    __schema__ = scim.URN("urn:ietf:params:scim:schemas:core:2.0:Group")

    display_name: Annotated[str | None, scim.Uniqueness.server, scim.Required.true] = None
    members: list[GroupMember] | None = None


CONFIG: Final = scim.ServiceProviderConfig(
    patch=scim.Patch(supported=True),
    bulk=scim.Bulk(supported=True, max_operations=MOST_OPERATIONS, max_payload_size=IDS_JSON_BYTES),
    filter=scim.Filter(supported=True, max_results=MOST_RESULTS),
    change_password=scim.ChangePassword(supported=False),
    sort=scim.Sort(supported=True),
    etag=scim.ETag(supported=True),
    authentication_schemes=[
        scim.AuthenticationScheme(
            type=scim.AuthenticationScheme.Type.oauthbearertoken,
            name="Key for servers",
            description="A key of the company's settings, as a bearer token",
        )
    ],
)


@dataclass(frozen=True, kw_only=True)
class Service:
    """SCIM for callers of a company who have one profile; `shown` are its own fields whose values they are sent.

    What is made of the model of people is made once: it is a class of its own, by the fields of the company.
    """

    user: type[User[Any]]
    schemas: tuple[scim.Schema, ...]
    types: tuple[scim.ResourceType, ...]
    shown: tuple[OwnField, ...]
    version: int

    @cached_property
    def own(self) -> type[scim.Extension] | None:
        return self.user.get_extension_model(OWN)

    @cached_property
    def generics(self) -> dict[str, Any]:
        user: Any = self.user
        return {"patch": scim.PatchOp[user], "search": scim.SearchRequest[user], "asked": scim.ResponseParameters[user]}


SERVICES: Final = CacheKind[tuple[UUID, Profile | None], Service](most=200)
_KEPT_SECONDS: Final = 3_600


async def read_service(connection: Connection, context: Context) -> Service:
    """Return SCIM as it is for the caller; it is made anew where the company's fields have changed."""
    fields = await read_fields(connection, context.services, company_id=context.company_id)
    cache, key = context.services.caches.of(SERVICES), (context.company_id, context.actor.profile)
    kept = cache.get(key)
    if kept is not None and kept.version == fields.version:
        return kept
    return cache.put(key, make_service(fields, context.actor.profile), seconds=_KEPT_SECONDS)


def make_service(fields: FieldSet, profile: Profile | None) -> Service:
    shown, edited = open_to(fields, profile), edited_by(fields, profile)
    # Names of attributes differ in more than case, and these are those of every resource.
    known = {each.key.lower(): each for each in reversed(fields.own) if each in shown or each in edited}
    own_fields = [known[key] for key in reversed(known) if key not in {"schemas", "id", "meta"}]
    attributes = [_attribute(each, shown=shown, edited=edited) for each in own_fields]
    extensions: list[type[scim.Extension]] = [EnterpriseUser, PersonDetails]
    own = scim.Schema(id=OWN, name="CompanyFields", description="Fields of the company", attributes=attributes)
    if attributes:
        extensions.append(scim.Extension.from_schema(own))
    parameter: Any = reduce(or_, cast("list[Any]", extensions))
    user = cast("type[User[Any]]", User.__class_getitem__(parameter))
    types = [scim.ResourceType.from_resource(each) for each in (user, BatchGroup)]
    of_people, *others = scim.ScimProvider([User, *extensions, BatchGroup], types, CONFIG, POLICY).schemas
    for attribute in of_people.attributes or ():
        if attribute.name in ALWAYS:
            attribute.required = scim.Required.true
        if attribute.name == "userType":
            attribute.canonical_values = sorted(map(str, creatable_by(profile) - ADMINISTRATORS))
    others[-1].name = "Group"
    schemas = (of_people, *(own if each.id == OWN else each for each in others))
    sent = tuple(field for field in own_fields if field in shown and not field.is_sensitive)
    return Service(user=user, schemas=schemas, types=tuple(types), shown=sent, version=fields.version)


_TYPES: Final = {OwnKind.NUMBER: Attribute.Type.decimal, OwnKind.FLAG: Attribute.Type.boolean}


def _attribute(field: OwnField, *, shown: Collection[OwnField], edited: Collection[OwnField]) -> Attribute:
    """A sensitive value is never sent, and so is one that the caller changes without seeing it."""
    is_sent = field in shown and not field.is_sensitive
    written = Mutability.read_write if is_sent else Mutability.write_only
    return Attribute(
        name=field.key,
        type=_TYPES.get(field.own_kind, Attribute.Type.string),
        multi_valued=field.own_kind is OwnKind.MANY,
        description=field.label,
        canonical_values=[option.label for option in field.options if not option.is_archived] or None,
        mutability=written if field in edited else Mutability.read_only,
        returned=scim.Returned.default if is_sent else scim.Returned.never,
    )
