"""SQL of the photos that people have chosen of themselves."""

from typing import Unpack
from uuid import UUID

from sqlalchemy import delete, exists, func, select, update
from sqlalchemy.dialects.postgresql import insert

from server.people.account.tables import people_photos
from server.platform.database.connections import Connection
from server.platform.still_image import StillImage
from server.vocabulary.identity import AccountKey


async def find_photo_id(connection: Connection, **owner: Unpack[AccountKey]) -> UUID | None:
    return await connection.find_value(UUID, select(people_photos.c.id).filter_by(**owner))


async def find_photo(connection: Connection, **owner: Unpack[AccountKey]) -> StillImage | None:
    chosen = select(people_photos.c.media_type, people_photos.c.content).filter_by(**owner)
    return await connection.fetch_record(StillImage, chosen)


async def store_photo(connection: Connection, photo: StillImage, **owner: Unpack[AccountKey]) -> UUID:
    """Return its id, which is another one than that of a former photo."""
    values = {"media_type": photo.media_type, "content": photo.content}
    fresh = values | {"id": func.waymark_uuid7(), "created_at": func.now()}
    new = insert(people_photos).values(**owner, **values)
    changed = new.on_conflict_do_update(index_elements=["company_id", "user_id"], set_=fresh)
    photo_id: UUID = await connection.fetch_value(changed.returning(people_photos.c.id))
    return photo_id


async def delete_photo(connection: Connection, **owner: Unpack[AccountKey]) -> bool:
    """False where there was none."""
    return await connection.has_row(delete(people_photos).filter_by(**owner).returning(people_photos.c.id))


async def move_photo(connection: Connection, user_id: UUID, *, company_id: UUID, to: UUID) -> None:
    """Give the photo of one account to another that has none."""
    photos = people_photos.alias()
    has_own = exists().where(photos.c.company_id == company_id, photos.c.user_id == to)
    moved = update(people_photos).filter_by(company_id=company_id, user_id=user_id).where(~has_own)
    await connection.execute(moved.values(user_id=to))
