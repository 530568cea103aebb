"""The database's clock, by which the link in a notice ends."""

from datetime import datetime

from server.platform.database.connections import Connection


async def read_clock(connection: Connection) -> datetime:
    """The beginning of the transaction: what it writes with `now()` has this moment."""
    moment: datetime = await connection.fetch_value("SELECT now()")
    return moment
