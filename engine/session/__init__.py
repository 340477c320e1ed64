"""The session: from sightings to plays; the match and its journal. It treats all games alike."""
