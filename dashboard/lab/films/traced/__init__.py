"""Makes films with Blender's path tracer and lifelike hands, to be kept as cases with their truth.

    pip install bpy==5.1.2     # into an environment of CPython 3.13 that has what this project requires
    python -m dashboard.lab.films.traced FILM FOLDER

No other module imports this one, and no test traces. The tracer has effects that our renderer only
approximates: indirect light, mirrored lamps behind other things, stripes of a blind, glass and steel, rounded
rocks, and above all hands with fingers, sleeves, watches and shadows.
"""
