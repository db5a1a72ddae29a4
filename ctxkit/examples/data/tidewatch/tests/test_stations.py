import tempfile
import unittest
from datetime import datetime, timezone
from pathlib import Path

from tidewatch.readings import Reading
from tidewatch.stations import RegisterError, load_register, to_chart_datum

HALLAM = """\
[HLP]
name = "Hallam Pier"
zero_mm = -215
min_mm = -900
max_mm = 7200
interval_s = 360
"""


class Register(unittest.TestCase):
    def load(self, text: str):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "stations.toml")
            path.write_text(text, encoding="utf-8")
            return load_register(path)

    def test_defaults(self):
        station = self.load(HALLAM)["HLP"]
        self.assertEqual(station.max_rate_mm_min, 60)
        self.assertEqual(station.utc_offset_min, 0)

    def test_missing_key_is_named(self):
        with self.assertRaisesRegex(RegisterError, "HLP: missing key zero_mm"):
            self.load(HALLAM.replace("zero_mm = -215\n", ""))

    def test_unknown_key_is_named(self):
        with self.assertRaisesRegex(RegisterError, "HLP: unknown key zero_cm"):
            self.load(HALLAM + "zero_cm = -21\n")

    def test_limits_must_be_in_order(self):
        with self.assertRaisesRegex(RegisterError, "not below"):
            self.load(HALLAM.replace("7200", "-900"))

    def test_true_is_not_a_number(self):
        with self.assertRaisesRegex(RegisterError, "interval_s must be int"):
            self.load(HALLAM.replace("360", "true"))

    def test_shift_to_chart_datum(self):
        station = self.load(HALLAM)["HLP"]
        reading = Reading("HLP", datetime(2026, 9, 1, tzinfo=timezone.utc), 3412)
        self.assertEqual(to_chart_datum(reading, station).level_mm, 3197)
        with self.assertRaises(ValueError):
            to_chart_datum(Reading("OSM", reading.at, 0), station)


if __name__ == "__main__":
    unittest.main()
