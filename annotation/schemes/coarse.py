"""A general scheme of twelve labels, for texts that no published scheme was made for."""

from annotation.schemes.values import LabelValue, Scheme
from annotation.translatable import N_, NC_

COARSE = Scheme(
    "coarse",
    N_("General (12 labels)"),
    (
        LabelValue(NC_("label", "PERSON"), "P", "person", N_("Name of a person")),
        LabelValue(NC_("label", "LOCATION"), "L", "place", N_("Country, town, street, building")),
        LabelValue(NC_("label", "ORG"), "O", "org", N_("Company or institution")),
        LabelValue(NC_("label", "DATETIME"), "D", "time", N_("Date or time")),
        LabelValue(NC_("label", "PHONE"), "T", "id", N_("Telephone or fax number")),
        LabelValue(NC_("label", "EMAIL"), "M", "id", N_("E-mail address")),
        LabelValue(
            NC_("label", "ID"), "N", "id", N_("Number or code of an account, contract, person")
        ),
        LabelValue(NC_("label", "AGE"), "Y", "other", N_("Age of a person")),
        LabelValue(NC_("label", "SEX"), "S", "other", N_("Sex or gender of a person")),
        LabelValue(
            NC_("label", "RELATION"), "F", "person", N_("Relative or other relation of a person")
        ),
        LabelValue(NC_("label", "PROFESSION"), "W", "other", N_("Profession")),
        LabelValue(
            NC_("label", "OTHER"), "X", "other", N_("Anything else that points at a person")
        ),
    ),
)
