"""Register an authenticator app: a secret that counts once its first code is given."""

from dataclasses import dataclass, field
from typing import Final
from uuid import UUID, uuid4

from server.access.factors.errors import TooManyFactorsError
from server.access.factors.fresh_proof import require_fresh_proof
from server.access.factors.limits import MOST_FACTORS
from server.access.factors.owner import owner_of
from server.access.factors.repository import list_factors, lock_owner, put_pending_app
from server.access.factors.totp import app_uri, new_secret, qr_code
from server.platform.process.crypto import Purpose
from server.platform.process.threads import in_thread
from server.platform.services import Services
from server.vocabulary.identity import Identity

NAME: Final = "Authenticator app"


@dataclass(frozen=True, kw_only=True)
class RegisteredApp:
    """What the app has to be given: as a link, as an image of the link (`qr`, SVG), or typed."""

    id: UUID
    secret: str = field(repr=False)
    uri: str = field(repr=False)
    qr: str = field(repr=False)


async def register_totp(services: Services, *, identity: Identity, name: str | None) -> RegisteredApp:
    """Replace any app of the caller that still waits for its first code.

    Raises:
        StepUpRequiredError: the caller's last proof is too old.
        TooManyFactorsError: the caller has as many factors as an account may have.

    """
    factor_id, secret, owner = uuid4(), new_secret(), owner_of(identity)
    async with services.database.unit_of_work() as unit:
        await lock_owner(unit.connection, **owner)
        await require_fresh_proof(unit.connection, identity)
        if len(await list_factors(unit.connection, **owner)) >= MOST_FACTORS:
            raise TooManyFactorsError
        sealed = services.keys.seal(Purpose.FACTOR, secret, context=factor_id.bytes)
        await put_pending_app(unit.connection, **owner, factor_id=factor_id, name=name or NAME, sealed_secret=sealed)
    uri = app_uri(secret, label=identity.label, brand=services.settings.brand_name)
    return RegisteredApp(id=factor_id, secret=secret, uri=uri, qr=await in_thread(qr_code, uri))
