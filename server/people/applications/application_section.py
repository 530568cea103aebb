"""The section of the dashboard that tells applicants where their application stands."""

from typing import Literal

from server.people.applications.repository import find_application
from server.people.applications.schemas import ApplicationRecord
from server.platform.database.connections import Connection
from server.platform.services import Context


class ApplicationSection(ApplicationRecord):
    kind: Literal["application"] = "application"


async def application_section(connection: Connection, context: Context) -> ApplicationSection | None:
    """The caller's own application. Who has a profile is no applicant any more."""
    if context.actor.profile is not None:
        return None
    found = await find_application(connection, **context.actor.key)
    return None if found is None else ApplicationSection.model_validate(found)
