"""German countries with their people and their adjective, which no rule makes of their names.

The people of a country have a word in -er ("Schweizer") or in -e ("Franzose", "Türkin"); one sort
does not stand where the endings of the other do. "-": the people or the adjective are neither.
"""

from collections.abc import Iterator

_TEXT = """
Albanien Albaner albanisch
Algerien Algerier algerisch
Argentinien Argentinier argentinisch
Armenien Armenier armenisch
Australien Australier australisch
Bahamas Bahamaer bahamaisch
Belgien Belgier belgisch
Bolivien Bolivianer bolivianisch
Brasilien Brasilianer brasilianisch
Bulgarien Bulgare bulgarisch
Chile Chilene chilenisch
China Chinese chinesisch
Deutschland - -
Dänemark Däne dänisch
Ecuador Ecuadorianer ecuadorianisch
Elfenbeinküste Ivorer ivorisch
Estland Este estnisch
Finnland Finne finnisch
Frankreich Franzose französisch
Georgien Georgier georgisch
Ghana Ghanaer ghanaisch
Griechenland Grieche griechisch
Großbritannien Brite britisch
Indien Inder indisch
Indonesien Indonesier indonesisch
Irak Iraker irakisch
Iran Iraner iranisch
Irland Ire irisch
Island Isländer isländisch
Israel - israelisch
Italien Italiener italienisch
Japan Japaner japanisch
Jemen - jemenitisch
Jordanien Jordanier jordanisch
Kanada Kanadier kanadisch
Kasachstan Kasache kasachisch
Kenia Kenianer kenianisch
Kolumbien Kolumbianer kolumbianisch
Kongo Kongolese kongolesisch
Kroatien Kroate kroatisch
Kuba Kubaner kubanisch
Lettland Lette lettisch
Libanon Libanese libanesisch
Litauen Litauer litauisch
Luxemburg Luxemburger luxemburgisch
Malediven Malediver maledivisch
Malta Malteser maltesisch
Marokko Marokkaner marokkanisch
Mexiko Mexikaner mexikanisch
Moldau Moldauer moldauisch
Mongolei Mongole mongolisch
Montenegro Montenegriner montenegrinisch
Nepal Nepalese nepalesisch
Neuseeland Neuseeländer neuseeländisch
Niederlande Niederländer niederländisch
Nigeria Nigerianer nigerianisch
Norwegen Norweger norwegisch
Pakistan Pakistaner pakistanisch
Peru Peruaner peruanisch
Philippinen Philippiner philippinisch
Polen Pole polnisch
Portugal Portugiese portugiesisch
Rumänien Rumäne rumänisch
Russland Russe russisch
Schweden Schwede schwedisch
Schweiz Schweizer schweizerisch
Senegal Senegalese senegalesisch
Serbien Serbe serbisch
Seychellen Seycheller seychellisch
Singapur Singapurer singapurisch
Slowakei Slowake slowakisch
Slowenien Slowene slowenisch
Spanien Spanier spanisch
Sudan Sudanese sudanesisch
Syrien Syrer syrisch
Südafrika Südafrikaner südafrikanisch
Südkorea Südkoreaner südkoreanisch
Thailand Thailänder thailändisch
Tschad Tschader tschadisch
Tschechien Tscheche tschechisch
Tunesien Tunesier tunesisch
Türkei Türke türkisch
USA Amerikaner amerikanisch
Ukraine Ukrainer ukrainisch
Ungarn - ungarisch
Uruguay Uruguayer uruguayisch
Venezuela Venezolaner venezolanisch
Vietnam Vietnamese vietnamesisch
Zypern Zyprer zyprisch
Ägypten Ägypter ägyptisch
Österreich Österreicher österreichisch
"""
_ROWS = [line.split() for line in _TEXT.strip().splitlines()]
COUNTRIES = frozenset(country for country, _, _ in _ROWS)
ER = {country: people for country, people, _ in _ROWS if people.endswith("er")}
ISCH = {country: word.capitalize() for country, _, word in _ROWS if word != "-"}
# Country -> a man and a woman of it, where he ends in -e and so has his case endings.
_MEN = {country: people for country, people, _ in _ROWS if people.endswith("e")}
WEAK = {country: (man, f"{man[:-1]}in") for country, man in _MEN.items()}
WEAK |= {"Frankreich": ("Franzose", "Französin"), "Ungarn": ("Ungar", "Ungarin")}
# Name of an ending -> which of the two takes it, and what it adds.
WEAK_ENDINGS = {"e": (0, ""), "en": (0, "n"), "ein": (1, ""), "einnen": (1, "nen")}


def weak(country: str, ending: str) -> str | None:
    """ "Frankreich" + "en" -> "Franzosen"; None where the country's people do not end in -e."""
    which, more = WEAK_ENDINGS[ending]
    return f"{WEAK[country][which]}{more}" if country in WEAK else None


def weak_cuts(word: str) -> Iterator[tuple[str, str]]:
    """(country, ending) of a word for somebody whose country's people end in -e."""
    for country in WEAK:
        for ending in WEAK_ENDINGS:
            made = weak(country, ending)
            if made is not None and made.lower() == word.lower():
                yield country, ending
