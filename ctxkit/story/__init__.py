"""One task from spec to window to session: what should be there, what was, what to load again."""

from ctxkit.story.pages import StoryPage, Today
from ctxkit.story.story import TaskStory, task_story

__all__ = ["StoryPage", "TaskStory", "Today", "task_story"]
