"""The policy of the caller's company, with its limits and the number of accounts that it concerns."""

from server.access.policies.policy import Policy
from server.access.policies.policy_form import LEAST_IDLE_MINUTES, Lengths
from server.access.policies.repository import count_people, read_policy
from server.access.policies.schemas import PolicyLimits, PolicyPeople, PolicyRecord
from server.platform.configuration.settings import Settings
from server.platform.database.connections import Connection
from server.platform.services import Services
from server.vocabulary.identity import Identity


async def get_policy(services: Services, *, identity: Identity, address: str) -> PolicyRecord:
    async with services.database.reading() as connection:
        policy = await read_policy(connection, company_id=identity.company_id)
        return await describe(connection, policy, identity=identity, address=address, settings=services.settings)


async def describe(
    connection: Connection, policy: Policy, *, identity: Identity, address: str, settings: Settings
) -> PolicyRecord:
    longest = Lengths.of(settings)
    people = await count_people(connection, company_id=identity.company_id)
    return PolicyRecord(
        second_factor=policy.second_factor,
        factors=list(policy.factors),
        passkeys_only=policy.passkeys_only,
        session_idle_minutes=policy.session_idle_minutes,
        session_days=policy.session_days,
        email_domains=list(policy.email_domains),
        administrator_networks=list(policy.administrator_networks),
        version=policy.version,
        limits=PolicyLimits(
            least_idle_minutes=LEAST_IDLE_MINUTES, session_idle_minutes=longest.idle_minutes, session_days=longest.days
        ),
        people=PolicyPeople.model_validate(people),
        your_address=address,
    )
