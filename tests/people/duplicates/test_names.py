"""Names of one person in several spellings and scripts, and names of two."""

import pytest

from server.people.duplicates.names import SOUNDS, are_alike, latin, sound_of, spelt
from server.platform.services import Services

ONE_PERSON = [
    ("राजेश्वरी", "Rajeshwari"),
    ("राजेश्वरी देवी", "Rajeswari Devi"),
    ("ராஜேஸ்வரி", "Rajeshwari"),
    ("রাজেশ্বরী", "Rajeshwari"),
    ("ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ", "Gurpreet Singh"),
    ("చంద్ర శేఖర్", "Chandra Sekhar"),
    ("फ़ातिमा", "Fatima"),
    ("ऐश्वर्या", "Aishwarya"),
    ("प्रियंका", "Priyanka"),
    ("ज्ञानेश", "Gyanesh"),
    ("Lakshmi", "Laxmi"),
    ("Mohammed Ali", "Muhammad Ali"),
    ("Choudhary", "चौधरी"),
    ("Sunita Devi", "Sunita"),
    ("Ram Kumar", "Ram Kumar Singh"),
    ("D'Souza Maria", "Dsouza Maria"),
    ("José Pérez", "JOSE PEREZ"),
    ("Dr. Neha Jain", "Neha Jain"),
    ("Dr.Neha Jain", "neha jain"),
    ("Prof. Dr. Anil Rao", "Anil Rao"),
    ("Late Shri Om Prakash", "Om Prakash"),
    ("SMT SUNITA DEVI", "सुनीता देवी"),
    ("श्री राम दास", "Mr. Ram Das"),
    ("Mohd. Irfan", "Mohammed Irfan"),
    ("Md Irfan Khan", "Mohammad Irfan Khan"),
    ("मो. इरफान", "Irfan"),
    ("Anil Kr. Rao", "Anil Kumar Rao"),
    ("Om Pd", "Om Prasad"),
]
TWO_PEOPLE = [
    ("Asha Rao", "Usha Rao"),
    ("Asha Rao", "Asha Devi"),
    ("Ram Kumar", "Shyam Kumar"),
    ("Rajesh Kumar", "Ramesh Kumar"),
    ("Anil Kumar", "Anita Kumari"),
    ("Priya Sharma", "Priti Sharma"),
    ("Sunita", "Sunil"),
    ("Amit", "Mita"),
    ("Kavita", "Savita"),
    ("Student 1", "Student 2"),
    ("!!!", "???"),
    ("", "Asha"),
]


@pytest.mark.parametrize(("one", "other"), ONE_PERSON)
def test_spellings_of_one_name_are_alike(one: str, other: str) -> None:
    assert are_alike(one, other)
    assert are_alike(other, one)
    assert sound_of(one) == sound_of(other)


@pytest.mark.parametrize(("one", "other"), TWO_PEOPLE)
def test_names_of_two_people_are_not(one: str, other: str) -> None:
    assert not are_alike(one, other)
    assert not are_alike(other, one)


def test_words_in_another_order_and_titles_are_the_same_name() -> None:
    assert are_alike("Devi Rajeshwari", "Rajeshwari Devi")
    assert are_alike("Smt. Sunita Devi", "सुनीता देवी")


def test_a_long_word_is_read_in_proportion_to_its_length() -> None:
    assert latin("a" * 100_000) == "a"


async def test_the_database_has_the_same_sounds(services: Services) -> None:
    names = [*SOUNDS, *(f"{letter}rk" for letter in SOUNDS), *(name for pair in ONE_PERSON for name in pair)]

    async with services.database.reading() as connection:
        query = (
            "SELECT waymark_sound(name) FROM unnest(CAST(:names AS text[])) WITH ORDINALITY AS n(name, i) ORDER BY i"
        )
        found = await connection.fetch_column(query, names=names)

    assert found == [sound_of(name) for name in names]
    assert set(found) > {"rj", "kr", ""}


async def test_the_database_spells_names_as_they_are_compared(services: Services) -> None:
    words = [word for pair in ONE_PERSON for name in pair for word in name.replace("'", "").split()]
    # Each letter and sign of the table, in words that reach the rules of spelling.
    words += [f"a{letter}h{letter}n{letter}" for letter in (*SOUNDS, "xx", "jn", "zn", "eey", "nb", "nw")]
    words = [word for word in words if not set(word) & set("'’`.- ")]

    async with services.database.reading() as connection:
        query = """
            SELECT waymark_fold(word) AS folded, waymark_spelt(waymark_fold(word)) AS spelt
              FROM unnest(CAST(:words AS text[])) WITH ORDINALITY AS n(word, i) ORDER BY i
        """
        found = await connection.fetch_all(query, words=words)

    assert [row.spelt for row in found] == [[latin(word) for word in row.folded.split(" ")] for row in found]


def test_a_word_has_its_short_forms_and_those_with_one_slip() -> None:
    assert spelt("Mohammad") == spelt("MD") == {latin(each) for each in ("mohammed", "mohd", "mhd", "md")}
    assert spelt("7a") == spelt("a") == spelt("-") == set()
    assert latin("kulkarni") in spelt("kulkatni", with_slips=True)
    assert latin("gupta") in spelt("gutpa", with_slips=True)
    assert spelt("रा", with_slips=True) == spelt("रा")
