"""Passkeys on the wire: names and values are those of WebAuthn's own JSON."""

from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import ConfigDict, Field

from server.platform.schemas import LONGEST_FIELD, RequestSchema, ResponseSchema

Transport = Literal["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"]
# Their lengths are those of base64url: an id has at most 1,023 bytes, a client's data a few hundred.
CredentialId = Annotated[str, Field(pattern="^[A-Za-z0-9_-]+$", max_length=1_364)]
Part = Annotated[str, Field(pattern="^[A-Za-z0-9_-]+$", max_length=16_384)]


class _CredentialPart(RequestSchema):
    """What a browser writes: it may add fields, which mean nothing here."""

    model_config = ConfigDict(extra="ignore")


class AttestationPart(_CredentialPart):
    client_data_json: Part = Field(alias="clientDataJSON")
    attestation_object: Part
    transports: list[Annotated[str, Field(max_length=32)]] | None = Field(default=None, max_length=10)


class AssertionPart(_CredentialPart):
    client_data_json: Part = Field(alias="clientDataJSON")
    authenticator_data: Part
    signature: Part
    user_handle: Part | None = None


class _Credential(_CredentialPart):
    id: CredentialId
    raw_id: CredentialId
    type: Literal["public-key"]

    def as_json(self) -> dict[str, Any]:
        return self.model_dump(by_alias=True, exclude_none=True)


class NewCredentialJson(_Credential):
    """`RegistrationResponseJSON` of WebAuthn."""

    response: AttestationPart


class AssertedCredentialJson(_Credential):
    """`AuthenticationResponseJSON` of WebAuthn."""

    response: AssertionPart


class AddPasskeyRequest(RequestSchema):
    name: Annotated[str, Field(max_length=LONGEST_FIELD)]
    credential: NewCredentialJson


class AddedPasskey(ResponseSchema):
    """`recoveryCodes` are shown once: ten with the account's first factor, else none."""

    id: UUID
    recovery_codes: list[str]


class PasskeyOptionsRequest(RequestSchema):
    """`userId` where the passkey is the second factor of the caller's own login; without it a passkey begins one."""

    user_id: UUID | None = None


class PasskeyLoginRequest(PasskeyOptionsRequest):
    """`userId` as in the call that gave the options."""

    credential: AssertedCredentialJson


class PartyJson(ResponseSchema):
    id: str
    name: str


class PasskeyUserJson(ResponseSchema):
    id: str
    name: str
    display_name: str


class AlgorithmJson(ResponseSchema):
    type: Literal["public-key"] = "public-key"
    alg: int


class DescriptorJson(ResponseSchema):
    type: Literal["public-key"] = "public-key"
    id: str
    transports: list[Transport]


class SelectionJson(ResponseSchema):
    resident_key: Literal["required"] = "required"
    require_resident_key: Literal[True] = True
    user_verification: Literal["required"] = "required"


class CreationOptions(ResponseSchema):
    """`PublicKeyCredentialCreationOptionsJSON` of WebAuthn."""

    rp: PartyJson
    user: PasskeyUserJson
    challenge: str
    pub_key_cred_params: list[AlgorithmJson]
    timeout: int
    exclude_credentials: list[DescriptorJson]
    authenticator_selection: SelectionJson
    attestation: Literal["none"] = "none"


class RequestOptions(ResponseSchema):
    """`PublicKeyCredentialRequestOptionsJSON` of WebAuthn."""

    challenge: str
    timeout: int
    rp_id: str
    allow_credentials: list[DescriptorJson]
    user_verification: Literal["required"] = "required"
