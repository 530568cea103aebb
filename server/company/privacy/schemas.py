from enum import StrEnum
from typing import Annotated

from pydantic import Field

from server.platform.schemas import QuerySchema, RequestSchema


class EraseRequest(RequestSchema):
    """`fullName` is the name of the person, typed to confirm."""

    full_name: Annotated[str, Field(max_length=200)]


class ExportFormat(StrEnum):
    JSON = "json"
    HTML = "html"


class ExportQuery(QuerySchema):
    """`html` is a page to read and print; `json` is for programs."""

    format: ExportFormat = ExportFormat.JSON
