"""The check of a key that a server brings: one look at Postgres by the hash of its secret, without a cache."""

from typing import Final

from server.access.keys.repository import FoundKey, find_key, touch_key
from server.platform.database.connections import count_connections_for
from server.platform.errors import NotSignedInError
from server.platform.process.crypto import random_token, token_hash
from server.platform.services import Services

# By this a leaked key is found in what should not hold one.
PREFIX: Final = "wm_"


def make_secret() -> str:
    return PREFIX + random_token()


async def identify_key(services: Services, *, token: str) -> FoundKey:
    """Find the key. From here on the connections of this task count for its company.

    Raises NotSignedInError: there is no such key, or it has expired or was revoked.
    """
    async with services.database.reading(is_kept=True) as connection:
        found = await find_key(connection, secret_hash=token_hash(token))
    if found is None:
        raise NotSignedInError
    count_connections_for(found.actor.company_id)
    if found.used_long_ago:
        async with services.database.reading() as connection:
            await touch_key(connection, key_id=found.key_id)
    return found
