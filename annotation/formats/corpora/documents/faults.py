"""What can be wrong with documents of benchmarks and platforms; see `annotation.formats.faults`."""

from annotation.formats.errors import Fault
from annotation.translatable import N_

NO_I2B2 = Fault("xml", N_("this is no i2b2 document"), N_("deIdi2b2 with TEXT and TAGS"))
