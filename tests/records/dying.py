"""Work whose process dies, unless it's the one that asked for it. Spawned processes import this alone."""

import os


def lives_only_in(parent: int, item: int) -> int:
    if os.getpid() != parent:
        os._exit(1)
    return item
