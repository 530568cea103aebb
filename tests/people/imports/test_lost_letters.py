"""Letters that were lost when a file was saved."""

import pytest

from server.people.imports.errors import UnreadableCsvError
from server.people.imports.files.csv_file import detect_dialect
from server.people.imports.files.lost_letters import LostLetters, guess_encodings, is_lost
from server.vocabulary.fields import BUILT_IN
from server.vocabulary.misplaced import is_encoded_twice
from tests.fixtures.import_files import csv_file, csv_text, person


@pytest.mark.parametrize(
    "text",
    [
        "Jos? M?ller",
        "????? ????",
        "Jos\N{REPLACEMENT CHARACTER}",
        "?sa",
        "JosÈ",
        "M\xb8ller",
        "PeÒa",
        "l±zak",
        "ЊариЯ",
        "Jos├⌐",
    ],
)
def test_letters_became_question_marks_or_those_of_another_encoding(text: str) -> None:
    assert is_lost(text)


@pytest.mark.parametrize("text", ["JosÃ©", "à¤°à¤¾à¤®", "MÃ¼ller", "Dâ€™Souza", "JosÃƒÂ©", "José GarcÃ­a"])
def test_letters_were_encoded_twice(text: str) -> None:
    assert is_encoded_twice(text)


@pytest.mark.parametrize(
    "text",
    ["José", "राम", "Łukasz", "Ærø", "D’Souza", "Smith–Jones", "Ravi", "Ã", "SÃO PAULO", "CITTÀ", "Nguyễn Thị Ánh"],
)
def test_letters_of_every_language_are_letters(text: str) -> None:
    assert not is_lost(text)
    assert not is_encoded_twice(text)


@pytest.mark.parametrize(
    ("names", "encoding"),
    [
        ("José Müller\nFrançois Peña", "cp1252"),
        ("Łukasz Żak\nDvořák Jiří", "cp1250"),
        ("José Müller\nRenée", "mac_roman"),
        ("François Peña", "mac_roman"),
        ("José Müller,a@example.org,9800000001,1990-04-12,Female,Pune,TRAINEE,TRAINEE", "mac_roman"),
        ("Søren Kjær", "cp1252"),
        ("D’Souza Anita", "cp1252"),
        ("Asha’s “group” – Rao™", "cp1252"),
        ("Kumar–Singh", "cp1252"),
        ("JOSÉ PEÑA", "cp1252"),
        ("Émile Zola\nÉlodie", "cp1252"),
        ("Simões Guimarães", "cp1252"),
        ("Guðrún Sigurðardóttir\nÞór Björnsson", "cp1252"),
        ("Jörg Müller\nBjörn Öst", "cp850"),
        ("François Núñez", "cp850"),
        ("Иванов Иван", "koi8-r"),
        ("Dvořák", "cp1250"),
        ("Nagy Erzsébet\nKovács Győző", "cp1250"),
        ("Čović Đorđe", "cp1250"),
        ("Иванов Иван\nПетрова Анна", "cp1251"),  # noqa: RUF001 - names
        ("ИВАНОВ ИВАН", "cp1251"),
        ("Γιώργος Παπαδόπουλος", "cp1253"),
        ("ΠΑΠΑΔΟΠΟΥΛΟΣ ΓΕΩΡΓΙΟΣ", "cp1253"),
        ("Ayşe Yılmaz\nMehmet Öztürk", "cp1254"),  # noqa: RUF001 - names
        ("Doğan Şahin", "cp1254"),
        ("İPEK ŞAHİN", "cp1254"),
        ("محمد علي\nفاطمة حسن", "cp1256"),  # noqa: RUF001 - names
        ("أحمد", "cp1256"),
    ],
)
def test_the_encoding_is_the_one_that_makes_words(names: str, encoding: str) -> None:
    assert guess_encodings(f"name\n{names}\n".encode(encoding))[0] == encoding


@pytest.mark.parametrize(
    ("names", "encoding"),
    [
        ("山田太郎\n佐藤花子", "shift_jis"),
        ("ヤマダ タロウ", "shift_jis"),
        ("山田太郎\n佐藤花子", "euc_jp"),
        ("王小明", "gbk"),
        ("陳大文\n林美玲", "big5"),
        ("김철수\n이영희", "euc_kr"),
        ("สมชาย ใจดี\nสมหญิง", "tis_620"),
    ],
)
def test_letters_of_an_encoding_that_is_not_read_are_refused_with_their_lines(names: str, encoding: str) -> None:
    content = csv_file(person(1)) + f"{names},b,c,d,e,f,g,h\r\n".encode(encoding)
    assert guess_encodings(content) == []
    with pytest.raises(UnreadableCsvError) as refused:
        detect_dialect(content, known=BUILT_IN)
    sentence = (refused.value.errors or {})["file"]
    assert sentence.startswith("Its letters are in an encoding that is not read, as Shift-JIS, GBK and Big5 are not.")
    assert "in line" in sentence
    assert " 3" in sentence


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_a_table_of_hindi_in_utf_16_needs_no_mark(encoding: str) -> None:
    cells = {"fullName": "राहुल शर्मा", "gender": "महिला", "workLocation": "पुणे", "role": "प्रशिक्षु", "profile": "प्रशिक्षु"}
    content = csv_text(
        [person(1, **cells)] * 3, header=["नाम", "ईमेल", "मोबाइल", "जन्म तिथि", "लिंग", "केंद्र", "पद", "प्रोफाइल"]
    )
    assert detect_dialect(content.encode(encoding), known=BUILT_IN).encoding == encoding


def test_a_failed_formula_has_lost_no_letters() -> None:
    assert not is_lost("#NAME?")


def test_a_remark_has_three_examples_with_their_lines() -> None:
    letters = LostLetters()
    for line in range(2, 7):
        letters.look_at(iter(["Ravi", f"Jos? {line}"]), line=line)
    (remark,) = letters.remarks(guessed=None)
    assert remark.startswith("Letters were lost or replaced when this file was saved, in 5 cells: “Jos? 2” (line 2), ")
    assert "“Jos? 4” (line 4). Save it again" in remark


def test_a_guess_is_said_where_letters_depend_on_it() -> None:
    letters = LostLetters()
    letters.look_at(iter(["Renée"]), line=2)
    (remark,) = letters.remarks(guessed="mac_roman")
    assert remark.startswith(
        "The file does not say its encoding and is read as Western European (Mac): “Renée” (line 2)."
    )
    assert list(letters.remarks(guessed=None)) == []
