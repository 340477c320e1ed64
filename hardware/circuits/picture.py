"""A board seen from above, as SVG: the copper of both sides, the pads and the parts' names."""

from math import degrees

from hardware.circuits.circuit import BACK, FRONT, VIA_MM, Circuit, Track
from hardware.circuits.packages import Part, Place

_PX = 12
"""Px of the picture for each millimetre."""
_COLOURS = {FRONT: "#b3541e", BACK: "#2f6690"}


def picture(circuit: Circuit) -> str:
    """Return the picture: front copper is brown, back copper is blue; ground fills the rest of both sides."""
    corners = circuit.edge
    wide = 2 * max(x for x, _ in corners) + 2
    high = 2 * max(y for _, y in corners) + 2
    points = " ".join(f"{x:.2f},{y:.2f}" for x, y in corners)
    box = f"{-wide / 2:.1f} {-high / 2:.1f} {wide:.1f} {high:.1f}"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{_PX * wide:.0f}">',
        f'<polygon points="{points}" fill="#eef1ea" stroke="#444" stroke-width="0.15"/>',
    ]
    lines += [_opening(one) for one in circuit.openings]
    lines += [_track(one) for one in sorted(circuit.tracks, key=lambda one: one.layer)]
    lines += [_circle(via.at_mm, VIA_MM, "#555") for via in circuit.vias]
    lines += [_circle(place, circuit.hole_mm, "#fff") for place in circuit.holes]
    lines += [line for one in circuit.parts for line in _part(one)]
    return "\n".join([*lines, "</svg>", ""])


def _opening(corners: tuple[Place, ...]) -> str:
    points = " ".join(f"{x:.2f},{y:.2f}" for x, y in corners)
    return f'<polygon points="{points}" fill="#fff" stroke="#444" stroke-width="0.15"/>'


def _track(track: Track) -> str:
    (x, y), (to_x, to_y) = track.begins_mm, track.ends_mm
    return (
        f'<line x1="{x:.3f}" y1="{y:.3f}" x2="{to_x:.3f}" y2="{to_y:.3f}" stroke="{_COLOURS[track.layer]}"'
        f' stroke-width="{track.width_mm:g}" stroke-linecap="round"/>'
    )


def _circle(place: Place, across_mm: float, fill: str) -> str:
    return (
        f'<circle cx="{place[0]:.3f}" cy="{place[1]:.3f}" r="{across_mm / 2:g}" fill="{fill}"'
        ' stroke="#444" stroke-width="0.08"/>'
    )


def _part(part: Part) -> list[str]:
    made = []
    for pad in part.package.pads:
        x, y = part.pad_at(pad.pin)
        wide, high = pad.size_mm
        made.append(
            f'<rect x="{-wide / 2:g}" y="{-high / 2:g}" width="{wide:g}" height="{high:g}" fill="#d9a441"'
            f' transform="translate({x:.3f} {y:.3f}) rotate({degrees(part.turned_rad):.2f})"/>'
        )
    x, y = part.at_mm
    style = 'font-size="1.3" text-anchor="middle" font-family="sans-serif"'
    made.append(f'<text x="{x:.2f}" y="{y + 0.4:.2f}" {style}>{part.name}</text>')
    return made
