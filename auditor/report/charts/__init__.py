"""Charts as inline SVG, drawn from data by pure functions; looks come from the page's style sheet alone.

No attribute named `style` and no script: the page's policy forbids both.
"""
