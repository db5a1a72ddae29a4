import math
import unittest
from datetime import datetime, timedelta, timezone

from tidewatch.quality import SeriesError, apply_rules, stretches, summarise
from tidewatch.readings import Flag, Reading
from tidewatch.stations import Station

START = datetime(2026, 9, 1, tzinfo=timezone.utc)
HALLAM = Station("HLP", "Hallam Pier", -215, -900, 7200, 360)


def series(levels, step_s: int = 360) -> list[Reading]:
    return [
        Reading("HLP", START + timedelta(seconds=step_s * i), level, line=i + 1)
        for i, level in enumerate(levels)
    ]


def tide(count: int) -> list[int]:
    """A semidiurnal curve: mean 3100 mm, amplitude 2600 mm."""
    return [round(3100 + 2600 * math.sin(i * 360 / 44714 * math.tau)) for i in range(count)]


def flags(levels) -> list[str]:
    return [r.flag.value for r in apply_rules(series(levels), HALLAM)]


class Rules(unittest.TestCase):
    def test_a_clean_tide_stays_good(self):
        self.assertEqual(set(flags(tide(240))), {"good"})

    def test_range_on_both_sides(self):
        levels = tide(40)
        levels[5], levels[20] = 9999, -2000
        got = flags(levels)
        self.assertEqual([i for i, f in enumerate(got) if f != "good"], [5, 20])
        self.assertEqual({got[5], got[20]}, {"range"})

    def test_limits_themselves_are_in_range(self):
        self.assertEqual(flags([7200, 7190]), ["good", "good"])

    def test_rate_is_judged_from_the_last_good_reading(self):
        self.assertEqual(flags([3000, 3600, 3010]), ["good", "rate", "good"])

    def test_a_lasting_step_is_accepted_in_time(self):
        self.assertEqual(flags([3000, 3700, 3700])[1:], ["rate", "good"])

    def test_spike_on_the_steep_part(self):
        levels = tide(60)
        levels[30] += 120
        got = flags(levels)
        self.assertEqual([i for i, f in enumerate(got) if f == "spike"], [30])

    def test_flat_for_ninety_minutes(self):
        levels = tide(10) + [tide(10)[-1]] * 15 + [tide(10)[-1] + 30]
        self.assertEqual(flags(levels).count("flat"), 16)

    def test_slack_water_is_not_flat(self):
        self.assertNotIn("flat", flags([5700, 5701, 5702, 5701, 5700, 5690]))


class Series(unittest.TestCase):
    def test_levels_and_order_survive(self):
        before = series([3000, 9999, 3010])
        after = apply_rules(before, HALLAM)
        self.assertEqual([r.level_mm for r in after], [3000, 9999, 3010])
        self.assertEqual(apply_rules(after, HALLAM), after)

    def test_unsorted_series_is_refused(self):
        with self.assertRaises(SeriesError):
            apply_rules(series([1, 2, 3])[::-1], HALLAM)

    def test_stretches_and_summary(self):
        after = apply_rules(series([3000, 9999, 9999, 3010]), HALLAM)
        self.assertEqual([s.count for s in stretches(after)], [1, 2, 1])
        self.assertEqual(next(stretches(after)).flag, Flag.GOOD)
        self.assertEqual(summarise(after, HALLAM).counts, {"range": 2, "good": 2})


if __name__ == "__main__":
    unittest.main()
