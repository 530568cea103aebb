"""The answer to what undoing an import would do."""

from pydantic import Field

from server.platform.schemas import ResponseSchema


class KeptRows(ResponseSchema):
    reason: str = Field(description="a sentence")
    rows: int = Field(description="how many rows of the file")


class UndoResponse(ResponseSchema):
    """What undoing the import would do now."""

    accounts: int = Field(description="accounts that would be deleted")
    kept: list[KeptRows] = Field(description="rows whose accounts would stay, most first")
    updates: int = Field(description="rows whose changes would be taken back")
    kept_updates: list[KeptRows] = Field(description="rows whose changes would stay, most first")
