"""The jobs of an import. All may be delivered twice, late, or after a death."""

from typing import Any
from uuid import UUID

from server.imports.check_import import check_import as check
from server.imports.create_accounts import create_accounts as create
from server.imports.index_people import index_people as index
from workers.context import services_of


async def check_import(context: dict[str, Any], import_id: str) -> None:
    await check(services_of(context), import_id=UUID(import_id))


async def create_accounts(context: dict[str, Any], import_id: str) -> None:
    await create(services_of(context), import_id=UUID(import_id))


async def index_people(context: dict[str, Any]) -> None:
    await index(services_of(context))
