"""The 18 identifiers of HIPAA's Safe Harbor, 45 CFR 164.514(b)(2)(i)(A) to (R), one label each."""

from annotation.schemes.values import LabelValue, Scheme
from annotation.translatable import N_

HIPAA = Scheme(
    "hipaa",
    N_("Health records (HIPAA Safe Harbor, 18 labels)"),
    (
        LabelValue("NAME", "N", "person", N_("Name of a person, relative, employer")),
        LabelValue(
            "LOCATION", "L", "place", N_("Any place smaller than a state, postcodes included")
        ),
        LabelValue("DATE", "D", "time", N_("Date more exact than its year; an age of 90 or more")),
        LabelValue("PHONE", "T", "id", N_("Telephone number")),
        LabelValue("FAX", "F", "id", N_("Fax number")),
        LabelValue("EMAIL", "M", "id", N_("E-mail address")),
        LabelValue("SSN", "S", "id", N_("Social security number")),
        LabelValue("MEDICAL_RECORD", "1", "id", N_("Number of the patient or the record")),
        LabelValue("HEALTH_PLAN", "2", "id", N_("Number of a beneficiary of a health plan")),
        LabelValue("ACCOUNT", "3", "id", N_("Account number")),
        LabelValue("LICENSE", "4", "id", N_("Number of a certificate or licence")),
        LabelValue("VEHICLE", "5", "id", N_("Serial number or plate of a vehicle")),
        LabelValue("DEVICE", "6", "id", N_("Serial number or identifier of a device")),
        LabelValue("URL", "W", "id", N_("Internet address")),
        LabelValue("IP", "P", "id", N_("Address of a computer on the internet (IP)")),
        LabelValue("BIOMETRIC", "Y", "other", N_("Fingerprint, voice print, or their codes")),
        LabelValue(
            "PHOTO", "O", "other", N_("Photograph of a face: what points at one in the text")
        ),
        LabelValue(
            "OTHER_ID", "X", "other", N_("Any other number, trait or code of one person alone")
        ),
    ),
)
