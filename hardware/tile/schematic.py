"""The tile's schematic as a KiCad 6 file, and its netlist: from the same table as the board.

Every pin has its net's name as a label: what has one name is joined.
"""

from collections.abc import Iterator
from uuid import NAMESPACE_OID, uuid5

from hardware.tile.electrical import SUPPLIED, joined_pins
from hardware.tile.parts import PARTS, Part
from hardware.tile.symbols import FLAG, Symbol, SymbolPin, symbol_of

ROW_MM, REACH_MM, HALF_MM = 2.54, 12.7, 7.62
"""Between two pins of a side; from a symbol's middle to its pins' ends; half its width."""
_COLUMNS_MM, _TOP_MM, _BOTTOM_MM, _GAP_MM = (50.8, 114.3, 177.8, 241.3), 25.4, 101.6, 10.16
_FLAGS_MM = 127.0

Place = tuple[float, float]


def stamp(kind: str, name: object) -> str:
    """Return the same mark for the same thing each time, so that a file shows what a change changed."""
    return str(uuid5(NAMESPACE_OID, f"boardwarden tile {kind} {name}"))


SHEET = stamp("sheet", "")


def pin_ends(symbol: Symbol) -> Iterator[tuple[SymbolPin, Place, int]]:
    """Give each pin's end from the symbol's middle, x right and y down, mm, and its label's angle."""
    for pins, x, angle in ((symbol.left, -REACH_MM, 180), (symbol.right, REACH_MM, 0)):
        for row, pin in enumerate(pins):
            yield pin, (x, ROW_MM * row), angle


def laid_out() -> list[tuple[Part, Place]]:
    """Return where each part's symbol lies on an A4 sheet, mm: the columns from left to right."""
    laid = []
    column, y = 0, _TOP_MM
    for part in PARTS:
        high = ROW_MM * (max(len(symbol_of(part).left), len(symbol_of(part).right)) - 1) + _GAP_MM
        if y + high > _BOTTOM_MM:
            column, y = column + 1, _TOP_MM
        laid.append((part, (_COLUMNS_MM[column], y)))
        y += ROW_MM * round(high / ROW_MM)
    return laid


def schematic() -> str:
    """Return the schematic's file."""
    laid = laid_out()
    lines = [
        f'(kicad_sch (version 20211123) (generator boardwarden)\n  (uuid {SHEET})\n  (paper "A4")',
        "  (lib_symbols",
        *(_library_symbol(symbol, "tile:") for symbol in _symbols()),
        "  )",
    ]
    instances = []
    for part, place in laid:
        package = part.package.name
        lines += _placed(symbol_of(part), part.name, part.value, package, place, part.nets)
        instances.append(_instance(part.name, part.value, package))
    for number, net in enumerate(SUPPLIED, 1):
        name = f"#FLG0{number}"
        place = (_COLUMNS_MM[number - 1], _FLAGS_MM)
        lines += _placed(FLAG, name, FLAG.name, "", place, {"1": net})
        instances.append(_instance(name, FLAG.name, ""))
    lines += ['  (sheet_instances (path "/" (page "1")))', "  (symbol_instances", *instances, "  )", ")", ""]
    return "\n".join(lines)


def library() -> str:
    """Return the symbols as a library of KiCad's, which the table in `library_table` names."""
    symbols = "\n".join(_library_symbol(symbol, "") for symbol in _symbols())
    return f"(kicad_symbol_lib (version 20211014) (generator boardwarden)\n{symbols}\n)\n"


def library_table() -> str:
    """Return the table that names the library beside the schematic to KiCad."""
    where = '(type "KiCad") (uri "${KIPRJMOD}/tile.kicad_sym") (options "") (descr "")'
    return f'(sym_lib_table\n  (lib (name "tile") {where})\n)\n'


def netlist() -> str:
    """Return the netlist in KiCad's form."""
    lines = [
        '(export (version "E")',
        '  (design (source "tile.kicad_sch") (tool "boardwarden"))',
        "  (components",
    ]
    lines += [
        f'    (comp (ref "{part.name}") (value "{part.value}") (footprint "{part.package.name}")'
        f' (tstamps "{stamp("part", part.name)}"))'
        for part in PARTS
    ]
    lines += ["  )", "  (nets"]
    for number, (net, pins) in enumerate(joined_pins().items(), 1):
        lines.append(f'    (net (code "{number}") (name "{net}")')
        lines += [
            f'      (node (ref "{part.name}") (pin "{pin.number}") (pinfunction "{pin.name}")'
            f' (pintype "{pin.kind}"))'
            for part, pin in pins
        ]
        lines.append("    )")
    return "\n".join([*lines, "  )", ")", ""])


_FONT = "(effects (font (size 1.27 1.27))"
_STROKE = "(stroke (width 0.254) (type default) (color 0 0 0 0)) (fill (type background)))"


def _symbols() -> list[Symbol]:
    return [*dict.fromkeys(symbol_of(part) for part in PARTS), FLAG]


def _library_symbol(symbol: Symbol, library_name: str) -> str:
    rows = max(len(symbol.left), len(symbol.right))
    flag = " (power)" if symbol is FLAG else ""
    lines = [
        f'    (symbol "{library_name}{symbol.name}"{flag} (in_bom yes) (on_board yes)',
        f'      (property "Reference" "U" (id 0) (at 0 5.08 0) {_FONT}))',
        f'      (property "Value" "{symbol.name}" (id 1) (at 0 3.81 0) {_FONT}))',
        f'      (property "Footprint" "" (id 2) (at 0 0 0) {_FONT} hide))',
        f'      (property "Datasheet" "" (id 3) (at 0 0 0) {_FONT} hide))',
        f'      (symbol "{symbol.name}_0_1"',
        f"        (rectangle (start {-HALF_MM:g} {ROW_MM:g}) (end {HALF_MM:g} {-ROW_MM * rows:g}) {_STROKE}",
        "      )",
        f'      (symbol "{symbol.name}_1_1"',
    ]
    for pin, (x, y), angle in pin_ends(symbol):
        # A symbol's own y points up, and a pin is drawn from its end inwards.
        lines.append(
            f"        (pin {pin.kind} line (at {x:g} {0 - y:g} {180 - angle})"
            f' (length {REACH_MM - HALF_MM:g}) (name "{pin.name}" {_FONT}))'
            f' (number "{pin.number}" {_FONT})))'
        )
    return "\n".join([*lines, "      )", "    )"])


def _placed(
    symbol: Symbol, name: str, value: str, package: str, place: Place, nets: dict[str, str]
) -> Iterator[str]:
    """Give a symbol on the sheet, a label at each pin that is joined, a cross at each that is free."""
    x, y = place
    counted = "no" if symbol is FLAG else "yes"
    yield f'  (symbol (lib_id "tile:{symbol.name}") (at {x:g} {y:g} 0) (unit 1)'
    yield f"    (in_bom {counted}) (on_board {counted}) (uuid {stamp('part', name)})"
    for number, (key, text, dy, hidden) in enumerate(
        (
            ("Reference", name, -5.08, ""),
            ("Value", value, -3.81, ""),
            ("Footprint", package, 0.0, " hide"),
            ("Datasheet", "", 0.0, " hide"),
        )
    ):
        yield f'    (property "{key}" "{text}" (id {number}) (at {x:g} {y + dy:g} 0) {_FONT}{hidden}))'
    for pin in symbol.pins:
        yield f'    (pin "{pin.number}" (uuid {stamp("pin", name + pin.number)}))'
    yield "  )"
    for pin, (dx, dy), angle in pin_ends(symbol):
        at = f"{x + dx:g} {y + dy:g}"
        if pin.number not in nets:
            yield f"  (no_connect (at {at}) (uuid {stamp('free', name + pin.number)}))"
            continue
        side = "right" if angle else "left"
        yield (
            f'  (global_label "{nets[pin.number]}" (shape passive) (at {at} {angle})'
            f" {_FONT} (justify {side})) (uuid {stamp('label', name + pin.number)}))"
        )


def _instance(name: str, value: str, package: str) -> str:
    return (
        f'    (path "/{stamp("part", name)}" (reference "{name}") (unit 1)'
        f' (value "{value}") (footprint "{package}"))'
    )
