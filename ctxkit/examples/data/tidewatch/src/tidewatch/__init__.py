"""tidewatch: intake, cleaning and warnings for the Wenning estuary gauges.

Public names live in the modules, not here:

* ``tidewatch.readings``  the Reading record and its flags
* ``tidewatch.loggers``   parsers for the three logger layouts
* ``tidewatch.stations``  the station register and the datum shift
* ``tidewatch.quality``   the rules that set flags

Levels are whole millimetres and times are aware UTC datetimes everywhere
inside the package. Conversion happens once, in ``loggers``.
"""

__version__ = "0.3.0"
