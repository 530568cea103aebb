"""Calls on what the caller's company has chosen, and its logo."""

from typing import Final
from uuid import UUID

from quart import Blueprint, Response

from server.company.companies.schemas import CompanyRecord, CompanySettingsRequest, LogoRequest
from server.company.settings.change_settings import (
    change_logo,
    change_settings,
    read_company,
    read_shown_logo,
    remove_logo,
)
from server.platform.http.authentication import Routes, current_context, current_visit
from server.platform.http.requests import IMAGE_JSON_BYTES
from server.platform.still_image import IMAGE_HEADERS, IMAGE_TYPES
from server.vocabulary.profiles import Profile

# Web mail shows it on pages of other origins.
LOGO_HEADERS: Final = IMAGE_HEADERS | {
    "Cross-Origin-Resource-Policy": "cross-origin",
    "Cache-Control": "public, max-age=86400",
}

routes = Routes(Blueprint("companies", __name__, url_prefix="/companies"), "Companies")


@routes.get("/settings", reserved_for=(Profile.SUPER_ADMIN, Profile.ADMIN), limit=600)
async def get_company_settings() -> CompanyRecord:
    """What the company has chosen."""
    return await read_company(current_context())


@routes.put("/settings", reserved_for=(Profile.SUPER_ADMIN,), limit=60)
async def change_company_settings(data: CompanySettingsRequest) -> CompanyRecord:
    """Choose the name, the region, the time zone and more. A new name has to be verified by the operator again."""
    return await change_settings(current_context(), data)


@routes.put("/logo", reserved_for=(Profile.SUPER_ADMIN,), limit=30, json_bytes=IMAGE_JSON_BYTES)
async def change_company_logo(data: LogoRequest) -> CompanyRecord:
    """Choose the logo, which mails and the invitation page of a verified company show."""
    return await change_logo(current_context(), data.content)


@routes.delete("/logo", reserved_for=(Profile.SUPER_ADMIN,), limit=30)
async def remove_company_logo() -> CompanyRecord:
    return await remove_logo(current_context())


@routes.get("/logos/<uuid:logo_id>", public=True, limit=6000, files=IMAGE_TYPES)
async def get_company_logo(logo_id: UUID) -> Response:
    """The logo of a verified company, for mails and the invitation page."""
    logo = await read_shown_logo(current_visit(), logo_id)
    return Response(logo.content, content_type=logo.media_type, headers=LOGO_HEADERS)
