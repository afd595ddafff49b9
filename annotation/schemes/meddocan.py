"""The 29 categories of the MEDDOCAN guidelines [Marimon19]; published notes use the first 22."""

from annotation.schemes.values import LabelValue, Scheme
from annotation.translatable import N_

MEDDOCAN = Scheme(
    "meddocan",
    N_("Clinical notes (MEDDOCAN, 29 labels)"),
    (
        LabelValue("NOMBRE_SUJETO_ASISTENCIA", "N", "person", N_("Name or surname of the patient")),
        LabelValue("NOMBRE_PERSONAL_SANITARIO", "M", "person", N_("Name of a health worker")),
        LabelValue("FAMILIARES_SUJETO_ASISTENCIA", "F", "person", N_("Relative of the patient")),
        LabelValue("EDAD_SUJETO_ASISTENCIA", "Y", "other", N_("Age of the patient")),
        LabelValue("SEXO_SUJETO_ASISTENCIA", "S", "other", N_("Sex of the patient")),
        LabelValue("PROFESION", "W", "other", N_("Profession")),
        LabelValue("FECHAS", "D", "time", N_("Date, of any precision")),
        LabelValue("TERRITORIO", "T", "place", N_("Town, province, postcode")),
        LabelValue("CALLE", "L", "place", N_("Street and house number")),
        LabelValue("PAIS", "P", "place", N_("Country")),
        LabelValue("HOSPITAL", "O", "org", N_("Hospital")),
        LabelValue("CENTRO_SALUD", "1", "org", N_("Health centre")),
        LabelValue("INSTITUCION", "2", "org", N_("Other institution")),
        LabelValue("ID_SUJETO_ASISTENCIA", "3", "id", N_("Number of the patient or the record")),
        LabelValue("ID_ASEGURAMIENTO", "4", "id", N_("Insurance number")),
        LabelValue("ID_CONTACTO_ASISTENCIAL", "5", "id", N_("Number of the visit or episode")),
        LabelValue(
            "ID_TITULACION_PERSONAL_SANITARIO", "6", "id", N_("Licence number of a health worker")
        ),
        LabelValue(
            "ID_EMPLEO_PERSONAL_SANITARIO", "7", "id", N_("Staff number of a health worker")
        ),
        LabelValue("NUMERO_TELEFONO", "8", "id", N_("Telephone number")),
        LabelValue("NUMERO_FAX", "9", "id", N_("Fax number")),
        LabelValue("CORREO_ELECTRONICO", "0", "id", N_("E-mail address")),
        LabelValue(
            "OTROS_SUJETO_ASISTENCIA", "X", "other", N_("Anything else that points at the patient")
        ),
        # What is left for the others: two strokes.
        LabelValue("URL_WEB", "-U", "id", N_("Internet address")),
        LabelValue(
            "DIREC_PROT_INTERNET", "-I", "id", N_("Address of a computer on the internet (IP)")
        ),
        LabelValue(
            "NUMERO_BENEF_PLAN_SALUD", "-B", "id", N_("Number of a beneficiary of a health plan")
        ),
        LabelValue(
            "IDENTIF_VEHICULOS_NRSERIE_PLACAS",
            "-V",
            "id",
            N_("Serial number or plate of a vehicle"),
        ),
        LabelValue(
            "IDENTIF_DISPOSITIVOS_NRSERIE",
            "-D",
            "id",
            N_("Serial number or identifier of a device"),
        ),
        LabelValue(
            "IDENTF_BIOMETRICOS", "-H", "other", N_("Fingerprint, voice print, or their codes")
        ),
        LabelValue("OTRO_NUMERO_IDENTIF", "-N", "id", N_("Any other number of one person alone")),
    ),
)
