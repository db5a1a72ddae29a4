import unittest
from datetime import datetime, timezone
from pathlib import Path

from tidewatch.loggers import UnknownLayout, detect_layout, parse
from tidewatch.readings import in_time_order

SAMPLE = Path(__file__).parent.parent / "samples" / "hallam-pier.csv"


def utc(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=timezone.utc)


class DetectLayout(unittest.TestCase):
    def test_comments_are_passed_over(self):
        self.assertEqual(detect_layout("# x\n\n1788220800 +03412\n"), "fixed")

    def test_unknown_layout_is_refused(self):
        with self.assertRaises(UnknownLayout):
            detect_layout("2026/09/01 00:00 3.41\n")

    def test_file_without_data_is_refused(self):
        with self.assertRaises(UnknownLayout):
            detect_layout("# station=HLP\n")


class Parse(unittest.TestCase):
    def test_comma_layout_is_metres(self):
        got = parse("2026-09-01T00:06:00Z,3.412,m\n", "HLP")
        self.assertEqual(got.readings[0].level_mm, 3412)
        self.assertEqual(got.readings[0].at, utc(2026, 9, 1, 0, 6))

    def test_semicolon_layout_uses_the_offset(self):
        got = parse("01.09.2026 01:06;341,5;OK\n", "OSM", utc_offset_min=60)
        self.assertEqual(got.readings[0].at, utc(2026, 9, 1, 0, 6))
        self.assertEqual(got.readings[0].level_mm, 3415)

    def test_fixed_layout_is_millimetres(self):
        got = parse("1788220800 -00120\n", "CRP")
        self.assertEqual(got.readings[0].level_mm, -120)
        self.assertEqual(got.readings[0].at, utc(2026, 9, 1))

    def test_a_bad_line_is_kept_with_its_number(self):
        got = parse("2026-09-01T00:00:00Z,3.400,m\n2026-09-01T00:06:00Z,--,m\n", "HLP")
        self.assertEqual(len(got.readings), 1)
        self.assertEqual([r.line for r in got.rejects], [2])

    def test_an_unsure_level_is_rejected(self):
        got = parse("1788220800 +03412\n1788221160 +03420*\n", "CRP")
        self.assertEqual(got.rejects[0].reason, "logger marked the level as unsure")

    def test_resent_block_in_the_sample(self):
        got = parse(SAMPLE.read_text(encoding="utf-8"), "HLP")
        ordered = in_time_order(got.readings)
        self.assertEqual(len(got.rejects), 1)
        self.assertEqual(len(got.readings) - len(ordered), 2)


if __name__ == "__main__":
    unittest.main()
