"""Requests and responses about second factors."""

from typing import Annotated, Final
from uuid import UUID

from pydantic import AfterValidator, Field

from server.access.policies.policy import FactorKind
from server.platform.schemas import LONGEST_FIELD, Moment, RequestSchema, ResponseSchema, refuse_blank
from server.vocabulary.visible_text import text_problem, tidy

LONGEST_NAME: Final = 60
TOO_LONG: Final = f"At most {LONGEST_NAME} characters"
AppCode = Annotated[str, Field(pattern="^[0-9]{6}$")]


def _check_name(value: str) -> str:
    name = tidy(value)
    if len(name) > LONGEST_NAME:
        raise ValueError(TOO_LONG)
    if (problem := text_problem(name)) is not None:
        raise ValueError(problem)
    return name


FactorName = Annotated[str, Field(max_length=LONGEST_FIELD), AfterValidator(refuse_blank), AfterValidator(_check_name)]


class RegisterTotpRequest(RequestSchema):
    name: FactorName | None = None


class RegisteredTotp(ResponseSchema):
    """`secret` is typed into an app that cannot read the image `qr`, an SVG document of `uri`."""

    id: UUID
    secret: str
    uri: str
    qr: str


class ConfirmTotpRequest(RequestSchema):
    code: AppCode


class RecoveryCodes(ResponseSchema):
    """Shown once. Empty with a factor that is not the account's first: its codes stay."""

    recovery_codes: list[str]


class RenameFactorRequest(RequestSchema):
    name: FactorName


class PersonFactor(ResponseSchema):
    """A factor as others see it: the name is its owner's.

    `blocked` is a passkey of which a copy may be in use: it opens nothing any more.
    """

    kind: FactorKind
    created_at: Moment
    last_used_at: Moment | None
    blocked: bool


class FactorItem(PersonFactor):
    id: UUID
    name: str
    backed_up: bool


class SsoLinkItem(ResponseSchema):
    """The account is a person's at one of the company's providers."""

    name: str = Field(description="what the company calls its provider")
    created_at: Moment


class FactorList(ResponseSchema):
    """`verifiedAt` is the session's last proof; `required` are the kinds of which the account has to have one.

    `hasPassword` is false where its user logs in by a passkey or a provider: the first one needs no current password.
    """

    factors: list[FactorItem]
    recovery_codes_left: int
    verified_at: Moment | None
    required: list[FactorKind]
    has_password: bool
    sso_links: list[SsoLinkItem]


class PersonFactors(ResponseSchema):
    factors: list[PersonFactor]
