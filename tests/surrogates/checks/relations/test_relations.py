"""Each relation: true of the originals and not of the surrogates is told, kept is not."""

import pytest

from surrogates import notices
from surrogates.notices import Notice
from tests.surrogates.checks.relations.told import issues, sentences

# Language, lines, surrogates that keep the relation, others that lose it, what is told then.
CASES: list[tuple[str, tuple[str, ...] | str, str, str, Notice]] = [
    # Words
    ("es", ("A: Piso [tercero B:NUM].", "B: ¿El [tercero B:NUM]?"),
     "quinto B|quinto B", "quinto B|octavo B", notices.SAME_LOST),
    ("fr", ("A: La rue [Monge:STREET] ?", "B: Oui, [Monge:STREET]."),
     "Foch|Foch", "Foch|Lilas", notices.SAME_LOST),
    ("es", ("A: Calle [Marqués de Olmeda:STREET].", "B: ¿Ha dicho [Olmeda:STREET]?"),
     "Conde de Arce|Arce", "Conde de Arce|Claveles", notices.PART_LOST),
    ("fr", ("A: La [Mutuelle Générale des Ports:ORG].", "B: La [Mutuelle des Ports:ORG] ?"),
     "Caisse Bleue|Caisse Bleue", "Prévoyance Pavot|Mutuelle Olivier", notices.PART_LOST),
    ("en", ("A: It's [Ashby Housing Trust:ORG].", "B: [Ashby:ORG]?"),
     "Orley Housing Trust|Orley", "Orley Housing Trust|Infinora", notices.PART_LOST),
    ("de", ("A: Nach [Emmendingen:LOC].", "B: Als [Emmendingerin:LOC] weiß ich das."),
     "Goch|Gocherin", "Spremberg|Radebergerin", notices.PART_LOST),
    ("eu", ("A: [Zubiaur etorbidea:STREET] da.", "B: [Zubiaurren:STREET] bertan?"),
     "Artola etorbidea|Artolan", "Artola etorbidea|Merkatun", notices.PART_LOST),
    ("en", ("A: I'm [B. Okello:PERSON], [Blessing Okello:PERSON]."),
     "W. Hall|William Hall", "K. Hall|William Hall", notices.PART_LOST),
    ("de", ("A: [k.lindeman@gmx.de:EMAIL]?", "B: Nein, [k.lindemann@gmx.de:EMAIL]."),
     "a.voge@gmx.de|a.vogel@gmx.de", "a.vogel@gmx.de|a.vogel@gmx.de", notices.DIFFER_LOST),
    ("ca", ("A: No és [Olot:LOC], és [Ripoll:LOC]."),
     "Berga|Valls", "Berga|Berga", notices.DIFFER_LOST),
    ("de", ("A: Ich bin [Erzieherin:PROFESSION].", "B: Mein Mann ist [Lehrer:PROFESSION]."),
     "Köchin|Bäcker", "Köchin|Erzieher", notices.REUSED),
    # Digits
    ("eu", ("A: [Zubi kalea 23:STREET]?", "B: Bai, [23:NUM] da."),
     "Artola kalea 46|46", "Artola kalea 46|45", notices.DIGITS_LOST),
    ("es", ("A: La tarjeta [4539 1488 0343 6467:CARD].", "B: ¿La que acaba en [6467:CARD]?"),
     "4083 8599 3521 8363|8363", "4083 8599 3521 8363|8361", notices.DIGITS_LOST),
    ("en", ("A: So [07946 318 552:PHONE]?", "B: It ends double [five:NUM], [two:NUM]."),
     "07700 900 665|six|five", "07700 900 115|one|four", notices.DIGITS_LOST),
    ("en", ("A: It says [C30562:ID].", "B: It's [C30526:ID]."),
     "K81937|K81973", "K81937|M20546", notices.SWAP_LOST),
    ("fr", ("A: J'ai [50617-3:ID].", "B: C'est [50617-8:ID]."),
     "82940-6|82940-1", "82940-6|71835-2", notices.SWAP_LOST),
    ("de", ("A: [240:NUM] Euro, nicht [420:NUM].", "B: Die Ziffern sind vertauscht."),
     "350|530", "350|780", notices.SWAP_LOST),
    ("es", ("A: [mara_72:USER].", "B: Guion bajo, [siete:NUM] [dos:NUM]."),
     "luz_94|nueve|cuatro", "luz_94|seis|ocho", notices.DIGITS_LOST),
    ("ca", ("A: [46712358W:ID]", "B: La lletra és la [ve doble:LETTER]?"),
     "36528687H|hac", "36528687H|i grega", notices.CODE_LETTER_LOST),
    ("de", ("A: Das Kennzeichen ist [KA-LM 482:ID]."),
     "EF-SL 960", "YPSILON-YE 145", notices.CODE_WORD),
    ("de", ("A: Handy: [0176 84 32 91 07:PHONE]."),
     "0171 26 54 76 05", "0077 26 54 76 05", notices.PHONE_LOST),
    ("fr", ("A: À [Lyon:LOC], code postal [69003:ZIP]."),
     "Rennes|35210", "Rennes|61842", notices.AREA_LOST),
    ("fr", ("A: Le [04 72 56 31 08:PHONE].", "B: La région [lyonnaise:LOC], donc."),
     "02 61 91 44 20|normande", "01 99 00 44 20|normande", notices.AREA_LOST),
    # Addresses read aloud
    ("es", ("A: [ana.gil@olmoobras.es:EMAIL].", "B: [olmoobras:ORG] punto es."),
     "eva.sanz@pinocasas.es|pinocasas", "eva.sanz@pinocasas.example|pinocasas", notices.HOST_SAID),
    ("en", ("A: [t.marsh@ashtools.co.uk:EMAIL].", "B: At [ash tools:ORG] dot co dot uk?"),
     "c.lee@elmtools.co.uk|elm tools", "c.lee@elmtools.example|elm tools", notices.HOST_SAID),
    ("de", ("A: [info@ahornbau.de:EMAIL].", "B: Also [ahornbau:ORG] Punkt de."),
     "info@ulmenbau.de|ulmenbau", "info@ulmenbau.example|ulmenbau", notices.HOST_SAID),
    ("ca", ("A: [jserrat82@gmail.com:EMAIL].", "B: Jota, [Serrat:FAM]?"),
     "jcoll79@gmail.com|Coll", "pcoll79@gmail.com|Coll", notices.INITIAL_SAID),
    ("es", ("A: [jmora@gmail.com:EMAIL].", "B: ¿Jota [Mora:FAM], todo junto?"),
     "jsanz@gmail.com|Sanz", "psanz@gmail.com|Sanz", notices.INITIAL_SAID),
    ("en", ("A: [k.marsh@gmail.com:EMAIL].", "B: K dot [Marsh:FAM]?"),
     "k.lee@gmail.com|Lee", "r.lee@gmail.com|Lee", notices.INITIAL_SAID),
    ("fr", ("A: [g.morel@gmail.com:EMAIL].", "B: G. [Morel:FAM] ?"),
     "g.petit@gmail.com|Petit", "r.petit@gmail.com|Petit", notices.INITIAL_SAID),
    # Letters
    ("es", ("A: La [Mutua Agraria del Ebro:ORG], o sea la [MAE:ORG]."),
     "Previsora Poniente|PP", "Previsora Poniente|QZ", notices.ACRONYM_LOST),
    ("en", ("A: From the [NHA:ORG].", "B: Reference [NHA/22817:ID]?"),
     "SSA|SSA/30646", "SSA|QAM/30646", notices.ACRONYM_LOST),
    ("fr", ("A: Je suis [Claire:PER] [Dumas:FAM].", "B: [c.dumas@mairie.fr:EMAIL] ?"),
     "Morgane|Leroy|m.leroy@mairie.example", "Morgane|Leroy|a.leroy@mairie.example",
     notices.ADDRESS_LOST),
    ("de", ("A: [Katrin:PER] [Lüders:FAM].", "B: [lueders@gmx.de:EMAIL]?"),
     "Anna|Müller|mueller@gmx.de", "Anna|Müller|vogel@gmx.de", notices.ADDRESS_LOST),
    ("en", ("A: [Whittaker:FAM].", "B: Is that with one T or two?"),
     "Everett", "Griffiths", notices.LETTER_LOST),
    ("fr", ("A: [T, H, I, B, A, U, L, T:LETTER], T comme [Thérèse:PER]."),
     "T, H, O, M, A, S|table", "G, R, E, G, O, I, R, E|table", notices.LETTER_LOST),
    ("en", ("A: [O'Rourke:FAM] without the apostrophe?"),
     "O'Hara", "Park", notices.SIGN_LOST),
    ("de", ("A: Herr [Çelik:FAM]?", "B: Ja, mit Häkchen."),
     "Şahin", "Kaminski", notices.SIGN_LOST),
    ("fr", ("A: [Françon:FAM], avec une cédille."), "Besançon", "Morel", notices.SIGN_LOST),
    ("es", ("A: [Güell:FAM], con diéresis."), "Argüelles", "Soto", notices.SIGN_LOST),
    # Sums
    ("en", ("A: It says [48213:NUM].", "B: Before it was [47905:NUM].", "A: So [308:NUM] units?"),
     "62164|61324|840", "62164|90797|840", notices.SUM_LOST),
    ("de", ("A: Vier Nächte zu [95,50 Euro:NUM].", "B: Also [382 Euro:NUM]."),
     "40,50 Euro|162 Euro", "40,50 Euro|160 Euro", notices.SUM_LOST),
    ("ca", ("A: [600:NUM] euros, o [sis:NUM] quotes de [100:NUM] euros.",),
     "603|tres|201", "429|tres|453", notices.SUM_LOST),
    ("en", ("A: [$320:NUM] per adult, [$160:NUM] for the girl, [$800:NUM] in total.",),
     "$300|$200|$800", "$436|$235|$253", notices.SUM_LOST),
    ("es", ("A: Tengo [41:AGE] años; mi hermano, [seis:NUM] menos, [35:AGE]."),
     "43|seis|37", "43|nueve|37", notices.SUM_LOST),
    ("de", ("A: Ich bin [52:AGE], sie ist [neun:NUM] Jahre jünger, [43:AGE]."),
     "50|neun|41", "50|neun|44", notices.SUM_LOST),
    ("eu", ("A: Nik [61:AGE] urte, hark [bi:NUM] urte gehiago, [63:AGE]."),
     "58|bi|60", "58|lau|60", notices.SUM_LOST),
    ("fr", ("A: J'ai [33:AGE] ans, lui [trois:NUM] ans de plus, [36:AGE]."),
     "31|trois|34", "31|cinq|34", notices.SUM_LOST),
    ("de", ("A: Jahrgang [1955:DATE], im Jahr [2024:DATE] also [69:AGE]."),
     "1958|2024|66", "1958|2024|69", notices.AGE_LOST),
    # Dates and times
    ("eu", ("A: [apirilaren 3tik:DATE] [10era:DATE]."),
     "urriaren 13tik|20ra", "urriaren 13tik|9ra", notices.RANGE_LOST),
    ("de", ("A: Vom [8.:DATE] bis zum [12. Juli:DATE]."),
     "13.|17. Mai", "13.|16. Mai", notices.RANGE_LOST),
    ("ca", ("A: El primer, el [5 de maig:DATE], i l'últim, el [5 de juliol:DATE]."),
     "27 d'agost|27 d'octubre", "14 de febrer|16 d'abril", notices.MONTHS_LOST),
    ("es", ("A: Alta el [3 de mayo de 2020:DATE].", "B: Baja el [9 de junio de 2021:DATE]."),
     "4 de abril de 2019|1 de mayo de 2020", "4 de abril de 2019|1 de mayo de 2018",
     notices.ORDER_LOST),
    ("en", ("A: The card expires [08/27:DATE]."), "06/25", "04/02", notices.EXPIRY_LOST),
    ("en", ("A: At [half past two:TIME]?", "B: Yes, [14.30:TIME]."),
     "half past nine|09.30", "half past nine|10.30", notices.HOURS_LOST),
    ("fr", ("A: À [14 h 30:TIME]."), "16 h 30", "22 h 30", notices.NIGHT_NOW),
    ("de", ("A: Wann ist der Elternabend?", "B: Um [19 Uhr:TIME]."),
     "20 Uhr", "13 Uhr", notices.DAYPART_LOST),
    # What stands around it
    ("fr", ("A: Le dossier d'[Aubert:FAM]."), "Imbert", "Lacroix", notices.AGREEMENT_LOST),
    ("fr", ("A: Le dossier de [Lacroix:FAM]."), "Dumas", "Aubert", notices.AGREEMENT_LOST),
    ("fr", ("A: C'est la [mairie de Brive:ORG]."),
     "mairie de Tarbes", "Tarbes", notices.AGREEMENT_LOST),
    ("ca", ("A: La [Mútua del Vallès:ORG]."),
     "Mútua del Cant", "Mútua del Univers", notices.AGREEMENT_LOST),
    ("ca", ("A: Segur que era a [Sant Joan:STREET]?"),
     "Sant Arnau", "de Sant Arnau", notices.AGREEMENT_LOST),
    ("es", ("A: A la [una y media:TIME]."), "una y cuarto", "seis y media", notices.AGREEMENT_LOST),
    ("es", ("A: Ana y [Luis:PER]."), "Carlos", "Inés", notices.AGREEMENT_LOST),
    ("en", ("A: My father is an [electrician:PROFESSION]."),
     "engineer", "joiner", notices.AGREEMENT_LOST),
    ("en", ("A: They are both [electricians:PROFESSION]."),
     "joiners", "joiner", notices.AGREEMENT_LOST),
    ("en", ("A: [St Brigid's Primary:ORG], hello."),
     "St Cyril's Primary", "St Cyril Primary", notices.AGREEMENT_LOST),
    ("eu", ("A: [21.15ean:TIME]."), "18.45ean", "16.00ean", notices.AGREEMENT_LOST),
    ("eu", ("A: [32an:NUM] dago."), "27an", "21an", notices.AGREEMENT_LOST),
    ("de", ("A: Ich stehe im [Kastanienweg:STREET]."),
     "Lindenweg", "Lindenstraße", notices.AGREEMENT_LOST),
    ("de", ("A: Eher an die [Algarve:LOC] oder nach Süden?"),
     "Toskana", "Florenz", notices.AGREEMENT_LOST),
    ("en", ("A: We met in the [Algarve:LOC]."), "Dordogne", "Leeds", notices.AGREEMENT_LOST),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "lines", "kept", "lost", "notice"), CASES)
def test_what_no_longer_holds_is_told(
    lang: str, lines: tuple[str, ...] | str, kept: str, lost: str, notice: Notice
) -> None:
    turns = (lines,) if isinstance(lines, str) else lines
    assert sentences(lang, turns, kept) == []
    assert notice.message in sentences(lang, turns, lost)


@pytest.mark.parametrize(
    ("lang", "lines", "new"),
    [
        # What was not true needs not be.
        ("fr", ("A: [Dubois:FAM] avec un B ou sans B ?",), "Martin"),
        ("en", ("A: [1 March 2024:DATE]", "B: [12/03/2024:DATE]"), "25 October 2024|05/11/2024"),
        ("de", ("A: [Klaus':PER] Wagen, [Klaus:PER] fährt.",), "Renés|René"),
        ("en", ("A: [O'Brien:FAM], on the form [OBRIEN:FAM].",), "Read|READ"),
        ("es", ("A: Vivo en [Basauri:LOC].",), "A Rúa"),
        ("en", ("A: The [Tarkio:LOC] office is shut.",), "Leeds"),
        ("de", ("A: Die [Soltau:LOC]-Linie.",), "Celle"),
        ("es", ("A: [José Luis:PER], el hijo de [José:PER].",), "Juan Alberto|Sergio"),
        ("es", ("A: Ganó el [Real Madrid:ORG].", "B: [Madrid:LOC] lo celebra."), "Bazar Sur|Betxí"),
        ("es", ("A: La [1111 1111:CARD].", "B: ¿La [1111:CARD]?"), "7226 5068|0994"),
        # A placeholder is an issue of its own.
        ("es", ("A: Calle [Marqués de Olmeda:STREET].", "B: ¿[Olmeda:STREET]?"), "[STREET]|Arce"),
        # Monthly, but the weekday is what was said.
        ("es", ("A: Jueves [5 de junio:DATE] y sábado [5 de julio:DATE].",),
         "12 de junio|14 de julio"),
        # A later hour of one evening is no night.
        ("es", ("A: Llego a las [21.30:TIME], cierran a las [22.00:TIME].",), "22.30|23.00"),
        # Dictated numbers make no sums.
        ("en", ("A: [02079:NUM] [460:NUM] [345:NUM], [115:NUM].",), "42807|301|562|117"),
    ],
)  # fmt: skip
def test_nothing_false_is_told(lang: str, lines: tuple[str, ...], new: str) -> None:
    assert sentences(lang, lines, new) == []


def test_the_same_words_offer_the_other_surrogate() -> None:
    (issue,) = issues("fr", ("A: Rue [Monge:STREET].", "B: [Monge:STREET] ?"), "Foch|Lilas")
    assert issue.fix is not None
    assert [(c.kind, c.value) for c in issue.fix.constraints] == [("surrogate", "Foch")]
    assert issue.severity == "warn"
    assert (issue.turn, issue.start, issue.end) == (1, 0, 5)
