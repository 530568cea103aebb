"""What a Super Admin chooses for the company."""

from typing import Annotated

from pydantic import Field, StrictBool, StrictInt

from server.platform.schemas import RequestSchema, ResponseSchema


class CompanySettings(ResponseSchema):
    invitation_reminder: bool = Field(description="whether invited people who have not signed in are reminded once")
    sync_threshold: int = Field(
        description="the per cent of a scope up to which an import deactivates missing people without their number"
    )


class CompanySettingsRequest(RequestSchema):
    """What is missing or null stays as it is, but for the reminder."""

    invitation_reminder: StrictBool
    sync_threshold: Annotated[StrictInt, Field(ge=0, le=100)] | None = None
