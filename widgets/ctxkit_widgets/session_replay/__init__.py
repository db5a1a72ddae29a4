"""An app that goes through a session log, event by event."""

from ctxkit_widgets.session_replay.replayer import SessionReplay

__all__ = ["SessionReplay"]
