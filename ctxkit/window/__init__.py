"""From a manifest to what fits the window: pages of real bytes, and the choice among them."""

from ctxkit.window.measure import MeasuredItem, measure_items

__all__ = ["MeasuredItem", "measure_items"]
