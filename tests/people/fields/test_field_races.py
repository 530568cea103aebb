"""Definers, writers and the job that writes keys, all at once: the keys are those of the values."""

import asyncio
import random
from typing import Final

import pytest

from tests.fixtures.field_calls import Form

PEOPLE: Final = 8
CHANGES: Final = 30
STALE: Final = """
    SELECT count(*) FROM person_fields p FULL JOIN field_keys k USING (company_id, user_id)
     WHERE k.text_key IS DISTINCT FROM p.own_values ->> '1'
"""


@pytest.mark.long
@pytest.mark.settings(rate_limit_scale=1000)
async def test_keys_are_those_of_the_values_whatever_happens_at_once(form: Form) -> None:
    key = await form.make("Marks", "number", keyed=True)
    people = [await form.person(marks=number) for number in range(PEOPLE)]
    chance, is_over = random.Random(38), asyncio.Event()  # noqa: S311 - no secret

    async def write() -> None:
        while not is_over.is_set():
            answer = await form.desk.edit(chance.choice(people), fields={"marks": chance.choice([1.5, 2, "3", None])})
            assert answer.status in {200, 422}

    async with asyncio.TaskGroup() as group:
        for _ in range(4):
            group.create_task(write())
        for _ in range(CHANGES):
            kind, keyed = chance.choice(["number", "text"]), chance.random() < 0.7
            assert (await form.change(key, kind=kind, keyed=keyed)).status == 200
        is_over.set()
    assert (await form.change(key, keyed=True)).status == 200

    assert await form.desk.value(STALE) == 0
