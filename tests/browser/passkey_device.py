"""A device with passkeys: Chromium's virtual authenticator, by the DevTools protocol."""

from base64 import b64encode
from dataclasses import dataclass
from typing import Any, Final, Self
from uuid import UUID

import cbor2
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from playwright.sync_api import CDPSession, Page, StorageState

from tests.browser.people import signed_in_state
from tests.browser.system import System, run
from tests.fixtures.accounts import Account
from tests.fixtures.authenticator import Authenticator

# Browsers accept no IP address, by which the other tests reach the system.
HOST: Final = "localhost"
UNLOCKED: Final = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def local_url(system: System) -> str:
    return f"http://{HOST}:{system.settings.port}"


@dataclass(frozen=True, kw_only=True)
class PasskeyDevice:
    """That of a page. `wait` and `touch` say whether its user chooses the passkey that is asked for."""

    session: CDPSession
    id: str

    @classmethod
    def of(cls, page: Page, **options: Any) -> Self:
        session = page.context.new_cdp_session(page)
        session.send("WebAuthn.enable")
        added = session.send("WebAuthn.addVirtualAuthenticator", {"options": UNLOCKED | options})
        return cls(session=session, id=added["authenticatorId"])

    def touch(self, *, is_there: bool = True) -> None:
        self.session.send("WebAuthn.setAutomaticPresenceSimulation", {"authenticatorId": self.id, "enabled": is_there})

    def put(self, authenticator: Authenticator) -> None:
        """Keep this passkey."""
        secret = authenticator.key.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())
        credential = {
            "credentialId": b64encode(authenticator.credential_id).decode(),
            "isResidentCredential": True,
            "rpId": authenticator.rp_id,
            "privateKey": b64encode(secret).decode(),
            "userHandle": b64encode(authenticator.user_handle or b"").decode(),
            "signCount": authenticator.sign_count,
        }
        self.session.send("WebAuthn.addCredential", {"authenticatorId": self.id, "credential": credential})

    def passkeys(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.session.send("WebAuthn.getCredentials", {"authenticatorId": self.id})[
            "credentials"
        ]
        return found


def local_state(system: System, account: Account) -> StorageState:
    """Signed in by that name."""
    state = signed_in_state(system, account)
    state["origins"][0]["origin"] = local_url(system)
    return state


def age_proofs(system: System, account: Account) -> None:
    """The sessions of the account were proved too long ago."""
    run(_age_proofs(system, account.id))


def give_passkey(system: System, account: Account, *, sign_count: int = 0) -> Authenticator:
    """A passkey that the account has registered before."""
    authenticator = Authenticator(rp_id=HOST, user_handle=account.id.bytes, sign_count=sign_count)
    run(_register(system, account.company.id, account.id, authenticator))
    return authenticator


async def _age_proofs(system: System, user_id: UUID) -> None:
    async with system.database.reading() as connection:
        await connection.raw.execute(
            "UPDATE sessions SET verified_at = now() - interval '11 minutes' WHERE user_id = $1", user_id
        )


async def _register(system: System, company_id: UUID, user_id: UUID, authenticator: Authenticator) -> None:
    async with system.database.reading() as connection:
        await connection.raw.execute(
            """
            INSERT INTO factors (company_id, user_id, kind, name, credential_id, public_key, sign_count, confirmed_at)
            VALUES ($1, $2, 'passkey', 'My laptop', $3, $4, $5, now())
            """,
            company_id,
            user_id,
            authenticator.credential_id,
            cbor2.dumps(authenticator.public_key),
            authenticator.sign_count,
        )
