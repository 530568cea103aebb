"""The genders as lists write them, in English and in the languages of India."""

import re
from functools import lru_cache
from typing import Final

from server.vocabulary.profiles import Gender
from server.vocabulary.visible_text import fold_name

# The single letter म is none of them: महिला and मर्द begin with it.
_WORDS: Final = {
    Gender.MALE: "m, male, males, man, men, boy, boys, mr, पुरुष, पुरूष, पु, लड़का, बालक, मुलगा, नर, मर्द, પુરુષ, পুরুষ, "
    "ஆண், పురుషుడు, మగ, ಪುರುಷ, ಗಂಡು, പുരുഷൻ, ആൺ, ਮਰਦ, ਪੁਰਸ਼, ପୁରୁଷ, مرد",
    Gender.FEMALE: "f, female, females, fem, woman, women, girl, girls, lady, mrs, ms, miss, महिला, स्त्री, औरत, लड़की, "
    "बालिका, मुलगी, સ્ત્રી, મહિલા, মহিলা, নারী, பெண், స్త్రీ, మహిళ, ಮಹಿಳೆ, ಹೆಣ್ಣು, സ്ത്രീ, പെൺ, ਔਰਤ, ਇਸਤਰੀ, ମହିଳା, عورت, خاتون",
    Gender.OTHER: "o, other, others, transgender, trans gender, trans, tg, third gender, non binary, nonbinary, "
    "अन्य, तृतीय लिंग, ट्रांसजेंडर, इतर, અન્ય, অন্যান্য, மற்றவை, ఇతర, ಇತರೆ, മറ്റുള്ളവ, ਹੋਰ, دیگر",
    Gender.PREFER_NOT_TO_SAY: "prefer not to say, prefer not to disclose, prefer not to answer, rather not say, "
    "not disclosed, undisclosed, नहीं बताना चाहते, बताना नहीं चाहते",
}
_GENDERS: Final = {fold_name(word): gender for gender, words in _WORDS.items() for word in words.split(", ")}
_between: Final = re.compile(r"[/|,()\[\]–-]+| or | या ").split
_LONGEST: Final = 60


@lru_cache(maxsize=4_096)
def genders_in(cell: str) -> frozenset[Gender]:
    """The genders that a cell names: one where it is written twice ("Male / पुरुष"), none where it says another thing."""
    text = fold_name(cell.replace("_", " ")).strip(" .") if len(cell) <= _LONGEST else ""
    parts = [text] if text.replace("-", " ") in _GENDERS else [part.strip(" .") for part in _between(text)]
    found = [_GENDERS.get(part.replace("-", " ")) for part in parts if part]
    return frozenset(each for each in found if each) if all(found) else frozenset()
