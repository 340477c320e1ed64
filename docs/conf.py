"""How the docs become a site: `make docs-site` builds it with Sphinx, MyST and Furo (decision 0239)."""

project = "Boardwarden"
author = "the Boardwarden project"
html_title = "Boardwarden"

extensions = ["myst_parser"]
exclude_patterns = ["changes"]
nitpicky = True
html_theme = "furo"
html_copy_source = False
html_show_copyright = False

myst_heading_anchors = 4
suppress_warnings: list[str] = []
