"""The apps of ctxkit, made of ipywidgets and anywidget. The first of them is still to come."""
