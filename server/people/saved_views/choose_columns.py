"""The columns of the list and the rows of its pages that a user has chosen."""

from server.people.saved_views.change_view import columns_of
from server.people.saved_views.repository import read_chosen, store_chosen
from server.people.saved_views.schemas import ListColumnRecord, ListColumnsRequest, ListColumnsResponse
from server.platform.services import Services
from server.vocabulary.identity import Identity


async def show_columns(services: Services, *, identity: Identity) -> ListColumnsResponse:
    async with services.database.reading() as connection:
        chosen = await read_chosen(connection, company_id=identity.company_id, user_id=identity.user_id)
    columns = [ListColumnRecord.model_validate(column) for column in chosen.columns]
    return ListColumnsResponse(columns=columns, page_size=chosen.page_size)


async def choose_columns(services: Services, asked: ListColumnsRequest, *, identity: Identity) -> ListColumnsResponse:
    async with services.database.unit_of_work() as unit:
        await store_chosen(
            unit.connection,
            company_id=identity.company_id,
            user_id=identity.user_id,
            columns=columns_of(asked.columns),
            page_size=asked.page_size,
        )
    return await show_columns(services, identity=identity)
