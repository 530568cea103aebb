"""The register of the dashboard's sections, each made by the feature that owns its rows.

A section exists only for the callers that its feature admits: its maker answers None to all others.
"""

from collections.abc import Awaitable, Callable, Collection
from typing import Annotated, Final, TypeAlias

from pydantic import Discriminator

from server.interviews.interview_sections import (
    OwnInterviewsSection,
    OwnPanelsSection,
    RoundsSection,
    own_interviews_section,
    own_panels_section,
    rounds_section,
)
from server.messaging.announcements.own_announcements import announcements_section
from server.messaging.announcements.schemas import AnnouncementsSection
from server.people.applications.application_section import ApplicationSection, application_section
from server.people.list.list_schemas import PeopleSection
from server.people.list.summarize_people import people_section
from server.people.stages.own_way import way_section
from server.people.stages.schemas import WaySection
from server.placement.placement_sections import (
    OwnOffersSection,
    PlacementFiguresSection,
    PlacementSection,
    figures_section,
    own_offers_section,
    placement_section,
)
from server.platform.database.connections import Connection
from server.platform.services import Context
from server.training.training_sections import (
    BatchesSection,
    OwnAttendanceSection,
    OwnBatchesSection,
    RiskSection,
    TodaySection,
    batches_section,
    own_attendance_section,
    own_batches_section,
    risk_section,
    today_section,
)

Section: TypeAlias = Annotated[
    AnnouncementsSection
    | ApplicationSection
    | WaySection
    | OwnInterviewsSection
    | OwnPanelsSection
    | RoundsSection
    | TodaySection
    | BatchesSection
    | RiskSection
    | OwnAttendanceSection
    | OwnBatchesSection
    | OwnOffersSection
    | PlacementSection
    | PlacementFiguresSection
    | PeopleSection,
    Discriminator("kind"),
]
Maker: TypeAlias = Callable[[Connection, Context], Awaitable[Section | None]]

# In the order of the page.
MAKERS: Final[dict[str, Maker]] = {
    "announcements": announcements_section,
    "offers": own_offers_section,
    "application": application_section,
    "way": way_section,
    "ownInterviews": own_interviews_section,
    "ownPanels": own_panels_section,
    "rounds": rounds_section,
    "placement": placement_section,
    "sessions": today_section,
    "batches": batches_section,
    "atRisk": risk_section,
    "attendance": own_attendance_section,
    "ownBatches": own_batches_section,
    "placementFigures": figures_section,
    "people": people_section,
}


async def make_sections(context: Context, *, kinds: Collection[str] | None) -> list[Section]:
    """Make the caller's sections on one connection; with `kinds` no others, of which an unknown one is left out."""
    makers = [make for kind, make in MAKERS.items() if kinds is None or kind in kinds]
    async with context.services.database.reading() as connection:
        made = [await make(connection, context) for make in makers]
    return [section for section in made if section is not None]
