"""German countries with their people and their adjective, which no rule makes of their names.

The people of a country have a word in -er ("Schweizer") or in -e ("Franzose", "Türkin"); one sort
does not stand where the endings of the other do. "-": the people or the adjective are neither.
"""

from collections.abc import Iterator

_TEXT = """
Afghanistan Afghane afghanisch
Albanien Albaner albanisch
Algerien Algerier algerisch
Angola Angolaner angolanisch
Argentinien Argentinier argentinisch
Armenien Armenier armenisch
Aserbaidschan Aserbaidschaner aserbaidschanisch
Australien Australier australisch
Bahamas Bahamaer bahamaisch
Bahrain Bahrainer bahrainisch
Bangladesch Bangladescher bangladeschisch
Barbados - barbadisch
Belarus Belarusse belarussisch
Belgien Belgier belgisch
Belize Belizer belizisch
Benin Beniner beninisch
Bhutan Bhutaner bhutanisch
Bolivien Bolivianer bolivianisch
Bosnien Bosnier bosnisch
Bosnien und Herzegowina - bosnisch
Botsuana Botsuaner botsuanisch
Brasilien Brasilianer brasilianisch
Brunei Bruneier bruneiisch
Bulgarien Bulgare bulgarisch
Burkina Faso - -
Burundi Burundier burundisch
Chile Chilene chilenisch
China Chinese chinesisch
Costa Rica - -
Côte d'Ivoire - ivorisch
Demokratische Republik Kongo - -
Deutschland - -
Dominikanische Republik - -
Dschibuti Dschibutier dschibutisch
Dänemark Däne dänisch
Ecuador Ecuadorianer ecuadorianisch
El Salvador - -
Elfenbeinküste - ivorisch
Eritrea Eritreer eritreisch
Estland Este estnisch
Eswatini - -
Fidschi - -
Finnland Finne finnisch
Frankreich Franzose französisch
Gabun Gabuner gabunisch
Gambia Gambier gambisch
Georgien Georgier georgisch
Ghana Ghanaer ghanaisch
Griechenland Grieche griechisch
Großbritannien Brite britisch
Grönland Grönländer grönländisch
Guatemala - guatemaltekisch
Guinea Guineer guineisch
Guinea-Bissau - -
Guyana Guyaner guyanisch
Haiti Haitianer haitianisch
Honduras - honduranisch
Indien Inder indisch
Indonesien Indonesier indonesisch
Irak Iraker irakisch
Iran Iraner iranisch
Irland Ire irisch
Island Isländer isländisch
Israel - israelisch
Italien Italiener italienisch
Jamaika Jamaikaner jamaikanisch
Japan Japaner japanisch
Jemen - jemenitisch
Jordanien Jordanier jordanisch
Kambodscha Kambodschaner kambodschanisch
Kamerun Kameruner kamerunisch
Kanada Kanadier kanadisch
Kap Verde - -
Kasachstan Kasache kasachisch
Katar Katarer katarisch
Kenia Kenianer kenianisch
Kirgisistan Kirgise kirgisisch
Kolumbien Kolumbianer kolumbianisch
Komoren Komorer komorisch
Kongo Kongolese kongolesisch
Korea Koreaner koreanisch
Kosovo - kosovarisch
Kroatien Kroate kroatisch
Kuba Kubaner kubanisch
Kuwait Kuwaiter kuwaitisch
Laos - laotisch
Lesotho Lesother lesothisch
Lettland Lette lettisch
Libanon Libanese libanesisch
Liberia Liberianer liberianisch
Libyen Libyer libysch
Liechtenstein Liechtensteiner liechtensteinisch
Litauen Litauer litauisch
Luxemburg Luxemburger luxemburgisch
Madagaskar - madagassisch
Malawi Malawier malawisch
Malaysia Malaysier malaysisch
Malediven Malediver maledivisch
Mali Malier malisch
Malta Malteser maltesisch
Marokko Marokkaner marokkanisch
Mauretanien Mauretanier mauretanisch
Mazedonien Mazedonier mazedonisch
Mexiko Mexikaner mexikanisch
Moldau Moldauer moldauisch
Moldawien Moldawier moldawisch
Monaco - monegassisch
Mongolei Mongole mongolisch
Montenegro Montenegriner montenegrinisch
Mosambik Mosambikaner mosambikanisch
Myanmar - myanmarisch
Namibia Namibier namibisch
Nepal Nepalese nepalesisch
Neuseeland Neuseeländer neuseeländisch
Nicaragua Nicaraguaner nicaraguanisch
Niederlande Niederländer niederländisch
Niger - nigrisch
Nigeria Nigerianer nigerianisch
Nordkorea Nordkoreaner nordkoreanisch
Nordmazedonien - nordmazedonisch
Norwegen Norweger norwegisch
Oman Omaner omanisch
Osttimor - osttimorisch
Pakistan Pakistaner pakistanisch
Palästina Palästinenser palästinensisch
Panama Panamaer panamaisch
Papua-Neuguinea - -
Paraguay Paraguayer paraguayisch
Peru Peruaner peruanisch
Philippinen Philippiner philippinisch
Polen Pole polnisch
Portugal Portugiese portugiesisch
Puerto Rico - -
Ruanda Ruander ruandisch
Rumänien Rumäne rumänisch
Russland Russe russisch
Salomonen - salomonisch
Sambia Sambier sambisch
Saudi-Arabien - -
Schweden Schwede schwedisch
Schweiz Schweizer schweizerisch
Senegal Senegalese senegalesisch
Serbien Serbe serbisch
Seychellen Seycheller seychellisch
Sierra Leone - -
Simbabwe Simbabwer simbabwisch
Singapur Singapurer singapurisch
Slowakei Slowake slowakisch
Slowenien Slowene slowenisch
Somalia Somalier somalisch
Spanien Spanier spanisch
Sri Lanka - -
Sudan Sudanese sudanesisch
Suriname Surinamer surinamisch
Syrien Syrer syrisch
Südafrika Südafrikaner südafrikanisch
Südkorea Südkoreaner südkoreanisch
Südsudan - südsudanesisch
Tadschikistan Tadschike tadschikisch
Taiwan Taiwaner taiwanisch
Tansania Tansanier tansanisch
Thailand Thailänder thailändisch
Togo Togoer togoisch
Tonga Tongaer tongaisch
Trinidad und Tobago - -
Tschad Tschader tschadisch
Tschechien Tscheche tschechisch
Tunesien Tunesier tunesisch
Turkmenistan Turkmene turkmenisch
Türkei Türke türkisch
USA Amerikaner amerikanisch
Uganda Ugander ugandisch
Ukraine Ukrainer ukrainisch
Ungarn - ungarisch
Uruguay Uruguayer uruguayisch
Usbekistan Usbeke usbekisch
Vanuatu Vanuatuer vanuatuisch
Venezuela Venezolaner venezolanisch
Vereinigte Arabische Emirate - -
Vereinigte Staaten - -
Vereinigtes Königreich - -
Vietnam Vietnamese vietnamesisch
Weißrussland Weißrusse weißrussisch
Zentralafrikanische Republik - -
Zypern Zyprer zyprisch
Ägypten Ägypter ägyptisch
Äquatorialguinea - -
Äthiopien Äthiopier äthiopisch
Österreich Österreicher österreichisch
"""
_ROWS = [line.rsplit(maxsplit=2) for line in _TEXT.strip().splitlines()]
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
