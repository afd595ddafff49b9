"""The guess which labels of a foreign scheme are personal, on the names that real corpora use."""

import pytest

from annotation.schemes.personal import guess_personal, words_of

PERSONAL = """PER LOCpart ORG first_name email_address phonenumber US_SSN STREET_ADDRESS zip_code
departure_city account_number policyid alarm_time doctor_name hotel_name datetime order_id
NOMBRE_SUJETO_ASISTENCIA FECHAS female-name iban_code contactName Geburtsdatum-date"""
NOT = """price total_price ride_fare account_balance movie_name new_alarm_name song_name genre
LOCderiv restaurant_type object_location_type rating_value number_of_passengers quantity size intent
weather__noun reminder__todo party_size_number car_model negation people"""


@pytest.mark.parametrize("label", PERSONAL.split())
def test_personal(label: str) -> None:
    assert guess_personal(label)


@pytest.mark.parametrize("label", NOT.split())
def test_not_personal(label: str) -> None:
    assert not guess_personal(label)


def test_labels_of_ones_own_are_personal_whatever_they_are_called() -> None:
    assert not guess_personal("quux")
    assert guess_personal("quux", {"quux"})
    assert guess_personal("price", {"price"})


def test_words_of_a_name() -> None:
    assert words_of("LOCpart") == ["loc", "part"]
    assert words_of("US_SSN") == ["us", "ssn"]
    assert words_of("contactName-2") == ["contact", "name"]
    assert words_of("dirección") == ["dirección"]
