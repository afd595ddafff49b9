"""The hierarchy of CodE Alltag 2.0, German e-mails [Eder20, figure 1]: 15 labels in six groups."""

from annotation.schemes.values import LabelValue, Scheme
from annotation.translatable import N_

CODE_ALLTAG = Scheme(
    "code-alltag",
    N_("E-mails (CodE Alltag 2.0, 15 labels in groups)"),
    (
        LabelValue("ACTOR", "", "person", N_("People and organisations")),
        LabelValue(
            "ORG", "O", "org", N_("Company, institution, association, by its name"), "ACTOR"
        ),
        LabelValue("PERSON", "", "person", N_("Names of people"), "ACTOR"),
        LabelValue("FAMILY", "S", "person", N_("Family name"), "PERSON"),
        LabelValue("GIVEN", "", "person", N_("Given names"), "PERSON"),
        LabelValue("FEMALE", "F", "person", N_("Given name of a woman"), "GIVEN"),
        LabelValue("MALE", "M", "person", N_("Given name of a man"), "GIVEN"),
        LabelValue("USER", "N", "id", N_("User name, nickname"), "ACTOR"),
        LabelValue("DATE", "D", "time", N_("Date, of any precision")),
        LabelValue("FID", "", "id", N_("Formal identifiers")),
        LabelValue("PASS", "P", "id", N_("Password"), "FID"),
        LabelValue("UFID", "X", "id", N_("Number or code of a person, account, contract"), "FID"),
        LabelValue("LOC", "", "place", N_("Places")),
        LabelValue("STREET", "T", "place", N_("Street"), "LOC"),
        LabelValue("STREETNO", "1", "place", N_("House number"), "LOC"),
        LabelValue("ZIP", "2", "place", N_("Postcode"), "LOC"),
        LabelValue("CITY", "Y", "place", N_("Town, village, region"), "LOC"),
        LabelValue("ADD", "", "id", N_("Where somebody can be reached")),
        LabelValue("EMAIL", "L", "id", N_("E-mail address"), "ADD"),
        LabelValue("PHONE", "3", "id", N_("Telephone or fax number"), "ADD"),
        LabelValue("URL", "W", "id", N_("Internet address"), "ADD"),
    ),
)
