from typing import Annotated, Final, Self

from pydantic import Field, model_validator

from server.access.factors.passkey_schemas import AssertedCredentialJson
from server.access.factors.schemas import AppCode
from server.platform.schemas import LONGEST_FIELD, LONGEST_PASSWORD, Moment, RequestSchema, ResponseSchema

ONE_PROOF: Final = "Please give one proof"


class StepUpRequest(RequestSchema):
    """Exactly one of them: `credential` answers the options; the password is for those who have no second factor."""

    totp: AppCode | None = None
    recovery: Annotated[str, Field(max_length=LONGEST_FIELD)] | None = None
    password: Annotated[str, Field(max_length=LONGEST_PASSWORD)] | None = None
    credential: AssertedCredentialJson | None = None

    @model_validator(mode="after")
    def _is_one(self) -> Self:
        if len([each for each in (self.totp, self.recovery, self.password, self.credential) if each is not None]) != 1:
            raise ValueError(ONE_PROOF)
        return self


class StepUpAnswer(ResponseSchema):
    """From now on for ten minutes, calls of this session need no further proof."""

    verified_at: Moment
