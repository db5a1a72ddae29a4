"""From a manifest to what fits the window: pages of real bytes, and the choice among them."""

from ctxkit.window.assembling import assemble
from ctxkit.window.assembly import Assembly
from ctxkit.window.entries import entries_from_pages
from ctxkit.window.environment import environment
from ctxkit.window.measure import MeasuredItem, measure_items
from ctxkit.window.pages import Grain, ManifestPages, pages_from_manifest
from ctxkit.window.stale import StalePage, StalePages

__all__ = [
    "Assembly",
    "Grain",
    "ManifestPages",
    "MeasuredItem",
    "StalePage",
    "StalePages",
    "assemble",
    "entries_from_pages",
    "environment",
    "measure_items",
    "pages_from_manifest",
]
