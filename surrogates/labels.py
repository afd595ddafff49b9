"""What a label means: maps the label strings of many schemes to the kinds that the engine knows.

An unknown label is OTHER, which every strategy turns into its typed placeholder, never the
original.
"""

import re
from enum import StrEnum
from functools import lru_cache


class Kind(StrEnum):
    GIVEN = "given"
    SURNAME = "surname"
    PERSON = "person"
    PLACE = "place"
    COUNTRY = "country"
    STREET = "street"
    ORG = "org"
    PRODUCT = "product"
    DATE = "date"
    TIME = "time"
    NUMBER = "number"
    AGE = "age"
    PHONE = "phone"
    ID = "id"
    CARD = "card"
    ZIP = "zip"
    EMAIL = "email"
    USER = "user"
    URL = "url"
    DOMAIN = "domain"
    LETTER = "letter"
    PROFESSION = "profession"
    SEX = "sex"
    RELATION = "relation"
    OTHER = "other"


NAMES = frozenset({Kind.GIVEN, Kind.SURNAME, Kind.PERSON})
DIGITS = frozenset({Kind.NUMBER, Kind.AGE, Kind.PHONE, Kind.ID, Kind.CARD, Kind.ZIP})
ADDRESSES = frozenset({Kind.EMAIL, Kind.USER, Kind.URL, Kind.DOMAIN})
# Closed classes: their words (uno, mayo, uve) stand in any text and identify nobody alone.
CLOSED = frozenset({Kind.DATE, Kind.TIME, Kind.NUMBER, Kind.AGE, Kind.LETTER})
# Their words (varón, madre) are anybody's too, and may stay where the words around say the same.
TRAITS = frozenset({Kind.SEX, Kind.RELATION})
# Surrogates of these are drawn from lists of words: no spelling variant of the original is.
WORDED = frozenset(Kind) - CLOSED - TRAITS - DIGITS - ADDRESSES

_NATIONALITY_TEXT = (
    "nationality nacionalidad nacionalitat nationalité nazionalitate nationalität"
    " staatsangehörigkeit demonym gentilicio gentilici"
)
_NATIONALITIES = frozenset(_NATIONALITY_TEXT.split())

_GIVEN_F_TEXT = (
    "female_given_name given_name_f female_first_name nombre_de_mujer nom_femení nom_de_dona"
    " prénom_féminin vorname_weiblich weiblicher_vorname emakume_izena"
)
_GIVEN_M_TEXT = (
    "male_given_name given_name_m male_first_name nombre_de_hombre nom_masculí nom_d'home"
    " prénom_masculin vorname_männlich männlicher_vorname gizon_izena"
)
# A number and the unit that it is told in: "dues setmanes", "38,5 ºC", "72 kg".
_DURATION_TEXT = (
    "duration length_of_time duración duracion durada durée dauer zeitdauer iraupen iraupena"
)
_PRICE_TEXT = (
    "price precio preu prix preis prezio prezioa salary wage wages sueldo salario salari sou"
    " salaire gehalt lohn soldata"
)
_MEASURE_TEXT = (
    f"{_DURATION_TEXT} temperature temperatura température temperatur tenperatura weight peso pes"
    " poids gewicht pisu pisua height estatura altura alçada taille größe körpergröße altuera"
    " garaiera distance distancia distància entfernung distanz distantzia"
)
_BIRTH_TEXT = (
    "birth_year birth_month birth_day birth_date birthdate birthday date_of_birth dob year_of_birth"
    " año_de_nacimiento fecha_de_nacimiento data_de_naixement any_de_naixement geburtsdatum"
    " geburtsjahr geburtstag date_de_naissance année_de_naissance jaioteguna jaiotze_data"
    " jaiotze_urtea"
)
# What stands behind a house number.
_FLAT_TEXT = (
    "flat apartment flat_number apartment_number unit_number floor door staircase piso planta"
    " puerta portal escalera pis porta escala étage etage appartement porte escalier wohnung stock"
    " stockwerk tür stiege solairu solairua pisua_eta_atea ate atea eskailera"
)

_SCHEMES = {
    Kind.GIVEN: "per given given_name givenname first_name firstname middle_name middlename"
    " female_name male_name female male name_f name_m given_f given_m nombre nombre_propio"
    " nombre_femenino nombre_masculino nom_de_pila prénom prenom vorname izena"
    f" {_GIVEN_F_TEXT} {_GIVEN_M_TEXT}",
    Kind.SURNAME: "fam surname family family_name last_name lastname apellido apellidos",
    Kind.PERSON: "person name full_name fullname person_name personname nombre_persona"
    " nombre_sujeto_asistencia nombre_personal_sanitario"
    " customer_name contact_name patient doctor staff hcw actors artist cast directed_by starring"
    " dentist_name doctor_name stylist_name therapist_name receiver recipient_name"
    " recipient_account_name perpart persona",
    Kind.PLACE: "loc location place city town county gpe territorio state region geographic_poi poi"
    " location_name area arrival_city current_city new_city departure_city from_city to_city"
    " destination destination_city origin origin_city from_location to_location city_of_event"
    " pickup_city from_station to_station destination_airport origin_airport"
    " destination_station_name origin_station_name destination_airport_name origin_airport_name"
    " departure_city place_name attraction_name locpart locderiv lugar ciudad"
    " province provincia província provinz probintzia región regió"
    " région eskualde département departament departamento bundesland land comunidad"
    " comunidad_autónoma comunidad_autonoma comarca eskualdea localidad municipio municipi ville"
    " ort stadt herri hiri población poblacion toponym"
    f" {_NATIONALITY_TEXT}",
    Kind.COUNTRY: "country pais país",
    Kind.STREET: "street calle address street_address venue_address address_of_location streetno"
    " house_number housenumber building_number buildingnumber buildingnum hausnummer street_number"
    f" {_FLAT_TEXT}",
    Kind.ORG: "org organisation organization organización institucion hospital centro_salud company"
    " company_name companyname fac hotel_name restaurant_name property_name theater_name venue"
    " orgpart hotel school university college escuela colegio instituto universidad escola"
    " col·legi institut universitat école ecole lycée collège université schule universität"
    " hochschule kindergarten kita ikastetxe ikastetxea ikastola eskola unibertsitate"
    " unibertsitatea clinic clínica krankenhaus klinik hôpital ospitale empresa entreprise firma"
    " enpresa church iglesia església église kirche eliza employer arbeitgeber employeur",
    Kind.PRODUCT: "product service product/service product_service producto prod",
    Kind.DATE: f"{_BIRTH_TEXT} date month day_number day_of_month day_of_the_month día_del_mes"
    " número_de_día data dia_del_mes datum monatstag jour_du_mois hilaren_eguna fechas fecha year"
    " weekday day mes datetime date_time event_date"
    " start_date end_date check_in_date departure_date return_date visit_date charge_date"
    " lastuseddate leaving_date pickup_date appointment_date date_of_journey show_date",
    Kind.TIME: "time hour hours hora horas hores hour_of_day time_of_day hora_del_día hora_del_dia"
    " heure heures horaire uhrzeit stunde ordu ordua event_time event_start_time pickup_time"
    " appointment_time show_time arrival_time charge_time lastusedtime leaving_time wait_time"
    " transfer_time new_alarm_time alarm_time departure_time check_in_time",
    Kind.NUMBER: "num number number_i number_ii number_iii number_iv numero número cardinal"
    " numero_i amount money quantity importe cantidad betrag montant"
    " number_of_days price_per_day guests nights"
    f" {_MEASURE_TEXT} {_PRICE_TEXT}",
    Kind.AGE: "age edad edad_sujeto_asistencia",
    Kind.PHONE: "phone telephone phone_number phonenumber numero_telefono numero_fax fax tel"
    " area_code areacode dialling_code dialing_code vorwahl indicatif",
    Kind.ID: "identity_number identity_document identification_number document_number"
    " número_de_identidad numero_de_identidad número_de_documento número_d'identitat"
    " número_de_document numéro_d'identité numéro_de_document identitätsnummer"
    " ausweisnummer dokumentnummer nortasun_zenbakia nan dokumentu_zenbakia account_digits id uid"
    " dni nie nif passport iban iban_code us_ssn ssn us_driver_license ip_address"
    " id_sujeto_asistencia id_aseguramiento id_contacto_asistencial id_empleo_personal_sanitario"
    " id_titulacion_personal_sanitario account account_id account_number order_id claimid policyid"
    " booking_confirmation_number target_account_number fid ufid pass password passwd pwd"
    " passphrase pin contraseña contrasena clave passwort kennwort mot_de_passe contrasenya"
    " pasahitza passcode access_code digicode pincode cups plate license_plate licence_plate"
    " matricula matrícula idcard idcardnum"
    " id_card driverlicense driverlicensenum driver_license ip passportnum socialnum taxnum tax_id"
    " booking_reference reference idnum id_num id_number medicalrecord medical_record healthplan"
    " health_plan license device vehicle bioid ipaddress code case_number policy_number"
    " customer_number client_number order_number numero_cliente numero_poliza"
    " accountnumber bic ipv4 ipv6 mac vehiclevin vehiclevrm kennzeichen",
    Kind.CARD: "card credit_card card_number creditcard creditcardnumber",
    Kind.ZIP: "zip zipcode zip_code postcode postal_code current_zipcode new_zipcode",
    Kind.EMAIL: "email e-mail mail email_address e_mail_address correo correo_electronico",
    Kind.USER: "user username user_name nick nickname login handle usuario benutzername apodo mote"
    " alias sobrenom malnom surnom spitzname ezizen goitizen hypocorism",
    Kind.URL: "url web website direc_prot_internet url_web",
    Kind.DOMAIN: "domain dominio",
    Kind.LETTER: "letter letters spell spelling letra letras",
    Kind.PROFESSION: "profession prof profesion profesión professió job occupation trade jobtitle"
    " oficio beruf métier metier lanbide",
    Kind.SEX: "sex sexo sexe sexua geschlecht gender género genero gènere genre generoa"
    " sexo_sujeto_asistencia",
    Kind.RELATION: "relation relationship relative family_relation family_member kinship kin"
    " familiar familiares familiares_sujeto_asistencia parentesco relación_familiar"
    " relacion_familiar parentiu parentesc verwandtschaft verwandte parenté parente familiako",
}
_BY_LABEL = {name: kind for kind, names in _SCHEMES.items() for name in names.split()}
_BY_SUFFIX = {
    "date": Kind.DATE,
    "time": Kind.TIME,
    "city": Kind.PLACE,
    "location": Kind.PLACE,
    "address": Kind.STREET,
    "phone": Kind.PHONE,
    "email": Kind.EMAIL,
    "zip": Kind.ZIP,
    "zipcode": Kind.ZIP,
}
_PASSWORD_TEXT = (
    "pass password passwd pwd passphrase contraseña contrasena clave passwort kennwort"
    " mot_de_passe contrasenya pasahitza passcode"
)
_PASSWORDS = frozenset(_PASSWORD_TEXT.split())
_PLATE_TEXT = "plate license_plate licence_plate matricula matrícula vehiclevrm kennzeichen"
_PLATES = frozenset(_PLATE_TEXT.split())
# Of a chat account or of a person, as the value says: `languages.common_nouns`.
_NICKNAME_TEXT = (
    "nick nickname apodo mote alias sobrenom malnom surnom spitzname ezizen goitizen hypocorism"
)
_NICKNAMES = frozenset(_NICKNAME_TEXT.split())
_MONEY_TEXT = f"amount money importe betrag montant import zenbatekoa {_PRICE_TEXT}"
_MONEYS = frozenset(_MONEY_TEXT.split())
_ROOM_TEXT = (
    "room room_number bed bed_number habitación habitacion cama habitació llit gela logela chambre"
    " numéro_de_chambre lit zimmer zimmernummer bett"
)
_ROOMS = frozenset(_ROOM_TEXT.split())
_BIRTHS = frozenset(_BIRTH_TEXT.split())
_TOWN_TEXT = (
    "city town village ciudad ciutat localidad municipio municipi población poblacion ville commune"
    " ort stadt herri hiri"
)
_REGION_TEXT = (
    "region state county province provincia província provinz probintzia región regió région"
    " eskualde eskualdea département departament departamento bundesland comunidad"
    " comunidad_autónoma comunidad_autonoma comarca"
)
_TOWNS = frozenset(_TOWN_TEXT.split())
_REGIONS = frozenset(_REGION_TEXT.split())
_DURATIONS = frozenset(_DURATION_TEXT.split())
_MEASURES = frozenset(_MEASURE_TEXT.split())
_FEMALE = frozenset(
    {"female_name", "female", "name_f", "given_f", "nombre_femenino", *_GIVEN_F_TEXT.split()}
)
_MALE = frozenset(
    {"male_name", "male", "name_m", "given_m", "nombre_masculino", *_GIVEN_M_TEXT.split()}
)


@lru_cache(maxsize=4096)
def canonical(label: str) -> str:
    """A label in lower case with underscores: "Female name" -> "female_name"."""
    return re.sub(r"[\s\-]+", "_", label.strip().casefold())


def is_password(label: str) -> bool:
    """Whether a label's values are words and signs that somebody made up."""
    return canonical(label) in _PASSWORDS


def is_nickname(label: str) -> bool:
    """Whether a label's values are what people are called, or what they call themselves online."""
    return canonical(label) in _NICKNAMES


def is_nationality(label: str) -> bool:
    """Whether a label's values say of people what country they are of: "marroquí"."""
    return canonical(label) in _NATIONALITIES


def is_town_label(label: str) -> bool:
    """Whether a label's values are towns: [New York:city] is no state."""
    return canonical(label) in _TOWNS


def is_region_label(label: str) -> bool:
    """Whether a label's values are what towns lie in."""
    return canonical(label) in _REGIONS


def is_plate_label(label: str) -> bool:
    """Whether a label's values are number plates."""
    return canonical(label) in _PLATES


def is_money_label(label: str) -> bool:
    """Whether a label's values are sums of money."""
    return canonical(label) in _MONEYS


def is_room_label(label: str) -> bool:
    """Whether a label's values are rooms or beds, whose figures say the floor."""
    return canonical(label) in _ROOMS


def is_birth_label(label: str) -> bool:
    """Whether a label's values say when somebody was born."""
    return canonical(label) in _BIRTHS


def is_duration_label(label: str) -> bool:
    """Whether a label's values say how long something takes."""
    return canonical(label) in _DURATIONS


def is_measure_label(label: str) -> bool:
    """Whether a label's values are each one number with its unit: "72 kg"."""
    return canonical(label) in _MEASURES


@lru_cache(maxsize=4096)
def kind_of(label: str) -> Kind:
    """The kind behind a label; OTHER when no scheme knows it."""
    name = canonical(label)
    kind = _BY_LABEL.get(name) or _BY_LABEL.get(name.replace("_", "-"))
    if kind is not None:
        return kind
    # Slot labels of task corpora name their type last: "dropoff_date", "pickup_city".
    return _BY_SUFFIX.get(name.rsplit("_", 1)[-1], Kind.OTHER) if "_" in name else Kind.OTHER


def gender_of(label: str) -> str:
    """ "f" or "m" where the label itself says so, else ""."""
    name = canonical(label)
    return "f" if name in _FEMALE else "m" if name in _MALE else ""


def says_given(label: str) -> bool:
    """Whether a label is of given names alone; "PER" is of whole names in many schemes."""
    if is_nickname(label):
        return True
    return kind_of(label) is Kind.GIVEN and canonical(label) != "per"


@lru_cache(maxsize=1024)
def type_name(label: str) -> str:
    """The label as it stands in a placeholder: "female name" -> "FEMALE_NAME"."""
    return re.sub(r"[^0-9A-Z]+", "_", label.upper()).strip("_") or "OTHER"
