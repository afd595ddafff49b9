"""The eleven categories of the ES-Port corpus of support calls [GarciaSardina18, 4.1.3]."""

from annotation.schemes.values import LabelValue, Scheme
from annotation.translatable import N_, NC_

ES_PORT = Scheme(
    "es-port",
    N_("Support calls (ES-Port, 11 labels)"),
    (
        LabelValue(NC_("label", "female name"), "F", "person", N_("Given name of a woman")),
        LabelValue(NC_("label", "male name"), "M", "person", N_("Given name of a man")),
        LabelValue(NC_("label", "surname"), "S", "person", N_("Family name, each word of it")),
        LabelValue(
            NC_("label", "organisation"), "O", "org", N_("Company, institution, association, team")
        ),
        LabelValue(
            NC_("label", "product/service"), "T", "org", N_("Product, service, programme, device")
        ),
        LabelValue(
            NC_("label", "place"), "P", "place", N_("Country, region, town, street, building")
        ),
        LabelValue(
            NC_("label", "month"), "D", "time", N_("Month or other word that gives a date away")
        ),
        LabelValue(
            NC_("label", "domain"), "W", "id", N_("Internet domain, mail provider, website")
        ),
        LabelValue(
            NC_("label", "letter"), "L", "id", N_("Letter spoken on its own, as in spelling a name")
        ),
        LabelValue(
            NC_("label", "number"),
            "N",
            "id",
            N_("Number word or digits of a telephone, address, code"),
        ),
        LabelValue(
            NC_("label", "other"), "X", "other", N_("Anything else that points at a person")
        ),
    ),
)
