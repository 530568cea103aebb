"""How many text messages are sent in a day: they cost money, most of all to numbers that earn their owner a share."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from structlog import get_logger

from server.messaging.messages.delivery import Attempt, Outcome, Outgoing, Provider
from server.messaging.messages.quota_repository import add_sends
from server.platform.configuration.settings import Settings
from server.platform.database.connections import Database
from server.platform.process.crypto import Keyring, Purpose
from server.vocabulary.phones import region_of

COUNTRY: Final = "sms:country"
COMPANY: Final = "sms:company"
# A country's messages that one company has sent, or all sign-ups together.
SENDER: Final = "sms:sender"
# A sender gets no more once it has sent so many times what is left for its country: others always find some.
TIMES_WHAT_IS_LEFT: Final = 3
USED_UP: Final = {
    COUNTRY: "As many text messages as a day allows were sent to this country (SMS_ABROAD_DAILY)",
    COMPANY: "The company has sent as many text messages as a day allows (COMPANY_DAILY_SMS)",
}

logger = get_logger(__name__)

Counted = tuple[str, str]


class LimitedSms:
    """Counts every text message before its first attempt, by company, and by country beyond the installation's own.

    What one number may be sent is limited where codes, invitations and notices are queued.
    """

    def __init__(self, provider: Provider, *, database: Database, settings: Settings) -> None:
        self._provider = provider
        self._database = database
        self._keys = Keyring(settings.secret_keys)
        self._home = settings.phone_region
        self._limits = {
            COUNTRY: int(settings.sms_abroad_daily * settings.rate_limit_scale),
            COMPANY: int(settings.company_daily_sms * settings.rate_limit_scale),
        }

    async def deliver(self, messages: Sequence[Outgoing]) -> list[Attempt]:
        new = [message for message in messages if message.attempts == 1]
        refused = await self._refused(new)
        ids = {attempt.message_id for attempt in refused}
        allowed = [message for message in messages if message.id not in ids]
        attempts = await self._provider.deliver(allowed) if allowed else []
        untried = {attempt.message_id for attempt in attempts if attempt.outcome is Outcome.UNTRIED}
        # Their next attempt is the first one again.
        await self._add(self._asked([message for message in new if message.id in untried]), sign=-1)
        return refused + attempts

    async def close(self) -> None:
        await self._provider.close()

    async def _refused(self, messages: Sequence[Outgoing]) -> list[Attempt]:
        asked = self._asked(messages)
        sent = Counter({subject: sends - asked[subject] for subject, sends in (await self._add(asked)).items()})
        refused = {}
        for message in messages:
            used_up = self._used_up(message, sent)
            if used_up is None:
                sent.update(self._subjects(message))
            else:
                refused[message.id] = used_up
                logger.warning("sms_over_limit", scope=used_up, message_id=str(message.id))
        # What is not sent takes no other's place.
        await self._add(self._asked([message for message in messages if message.id in refused]), sign=-1)
        return [
            Attempt(message_id=message_id, outcome=Outcome.REFUSED, error=USED_UP[scope])
            for message_id, scope in refused.items()
        ]

    def _used_up(self, message: Outgoing, sent: Counter[Counted]) -> str | None:
        by_scope = {scope: sent[scope, subject] for scope, subject in self._subjects(message)}
        if SENDER in by_scope:
            left = self._limits[COUNTRY] - by_scope[COUNTRY]
            if by_scope[SENDER] >= TIMES_WHAT_IS_LEFT * left:
                return COUNTRY
        return COMPANY if by_scope.get(COMPANY, 0) >= self._limits[COMPANY] else None

    def _asked(self, messages: Sequence[Outgoing]) -> Counter[Counted]:
        return Counter(subject for message in messages for subject in self._subjects(message))

    def _subjects(self, message: Outgoing) -> list[Counted]:
        country = region_of(message.recipient)
        abroad = [(COUNTRY, country), (SENDER, f"{country} {message.company_id}")] if country != self._home else []
        return abroad + ([(COMPANY, str(message.company_id))] if message.company_id is not None else [])

    async def _add(self, asked: Counter[Counted], *, sign: int = 1) -> dict[Counted, int]:
        """Count them; the day's numbers by subject."""
        if not asked:
            return {}
        keyed = {
            (scope, self._keys.mac(Purpose.THROTTLE, subject.encode())): (scope, subject) for scope, subject in asked
        }
        async with self._database.unit_of_work() as unit:
            counted = await add_sends(unit.connection, {key: sign * asked[keyed[key]] for key in keyed})
        return {keyed[key]: sends for key, sends in counted.items()}
