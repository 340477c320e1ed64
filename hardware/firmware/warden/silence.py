"""What every reader raises when the tag that it spoke to said nothing that makes sense."""


class Silent(Exception):
    """No tag answered, or its answer was damaged or a refusal."""
