"""Films traced by Blender's path tracer, with hands of flesh, to be kept as cases with their truth.

    pip install bpy==5.1.2     # into an environment of CPython 3.13 that has what this project requires
    python -m dashboard.lab.films.traced FILM FOLDER

Nothing else imports this, and no test traces. The tracer has effects that our own renderer only approximates:
light that goes more than one way round, mirror images of lamps that are hidden by what stands before them,
stripes of a blind, glass and steel, rounded rocks, and above all hands, with fingers, sleeves, watches and
shadows of their own.
"""
