"""A circuit's schematic as a KiCad 6 file, and its netlist: from the same table as the board.

Every pin has its net's name as a label: what has one name is joined.
"""

from collections.abc import Iterator

from hardware.circuits.circuit import Circuit
from hardware.circuits.electrical import joined_pins
from hardware.circuits.packages import Part, Place
from hardware.circuits.symbols import FLAG, Symbol, SymbolPin, flag, symbol_of

ROW_MM, REACH_MM, HALF_MM = 2.54, 12.7, 7.62
"""Between two pins of a side; from a symbol's middle to its pins' ends; half its width."""
_COLUMNS_MM, _TOP_MM, _BOTTOM_MM, _GAP_MM = (50.8, 114.3, 177.8, 241.3), 25.4, 101.6, 10.16
_FLAGS_MM = 127.0


def pin_ends(symbol: Symbol) -> Iterator[tuple[SymbolPin, Place, int]]:
    """Give each pin's end from the symbol's middle, x right and y down, mm, and its label's angle."""
    for pins, x, angle in ((symbol.left, -REACH_MM, 180), (symbol.right, REACH_MM, 0)):
        for row, pin in enumerate(pins):
            yield pin, (x, ROW_MM * row), angle


def laid_out(circuit: Circuit) -> list[tuple[Part, Place]]:
    """Return where each part's symbol lies on an A4 sheet, mm: the columns from left to right."""
    laid = []
    column, y = 0, _TOP_MM
    for part in circuit.parts:
        high = ROW_MM * (max(len(symbol_of(part).left), len(symbol_of(part).right)) - 1) + _GAP_MM
        if y + high > _BOTTOM_MM:
            column, y = column + 1, _TOP_MM
        laid.append((part, (_COLUMNS_MM[column], y)))
        y += ROW_MM * round(high / ROW_MM)
    return laid


def schematic(circuit: Circuit) -> str:
    """Return the schematic's file."""
    flags = [
        (flag(number, net), (_COLUMNS_MM[number - 1], _FLAGS_MM))
        for number, net in enumerate(circuit.supplied, 1)
    ]
    placed = [*laid_out(circuit), *flags]
    lines = [
        "(kicad_sch (version 20211123) (generator boardwarden)",
        f'  (uuid {circuit.stamp("sheet", "")})\n  (paper "A4")',
        "  (lib_symbols",
        *(_library_symbol(symbol, f"{circuit.name}:") for symbol in _symbols(circuit)),
        "  )",
        *(line for part, place in placed for line in _placed(circuit, part, place)),
    ]
    instances = [_instance(circuit, part) for part, _ in placed]
    lines += ['  (sheet_instances (path "/" (page "1")))', "  (symbol_instances", *instances, "  )", ")", ""]
    return "\n".join(lines)


def library(circuit: Circuit) -> str:
    """Return the symbols as a library of KiCad's, which the table in `library_table` names."""
    symbols = "\n".join(_library_symbol(symbol, "") for symbol in _symbols(circuit))
    return f"(kicad_symbol_lib (version 20211014) (generator boardwarden)\n{symbols}\n)\n"


def library_table(circuit: Circuit) -> str:
    """Return the table that names the library beside the schematic to KiCad."""
    where = f'(type "KiCad") (uri "${{KIPRJMOD}}/{circuit.name}.kicad_sym") (options "") (descr "")'
    return f'(sym_lib_table\n  (lib (name "{circuit.name}") {where})\n)\n'


def netlist(circuit: Circuit) -> str:
    """Return the netlist in KiCad's form."""
    lines = [
        '(export (version "E")',
        f'  (design (source "{circuit.name}.kicad_sch") (tool "boardwarden"))',
        "  (components",
    ]
    lines += [
        f'    (comp (ref "{part.name}") (value "{part.value}") (footprint "{part.package.name}")'
        f' (tstamps "{circuit.stamp("part", part.name)}"))'
        for part in circuit.parts
    ]
    lines += ["  )", "  (nets"]
    for number, (net, pins) in enumerate(joined_pins(circuit).items(), 1):
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


def _symbols(circuit: Circuit) -> list[Symbol]:
    return [*dict.fromkeys(symbol_of(part) for part in circuit.parts), FLAG]


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


def _placed(circuit: Circuit, part: Part, place: Place) -> Iterator[str]:
    """Give a symbol on the sheet, a label at each pin that is joined, a cross at each that is free."""
    x, y = place
    name, symbol = part.name, symbol_of(part)
    counted = "no" if symbol is FLAG else "yes"
    yield f'  (symbol (lib_id "{circuit.name}:{symbol.name}") (at {x:g} {y:g} 0) (unit 1)'
    yield f"    (in_bom {counted}) (on_board {counted}) (uuid {circuit.stamp('part', name)})"
    for number, (key, text, dy, hidden) in enumerate(
        (
            ("Reference", name, -5.08, ""),
            ("Value", part.value, -3.81, ""),
            ("Footprint", part.package.name, 0.0, " hide"),
            ("Datasheet", "", 0.0, " hide"),
        )
    ):
        yield f'    (property "{key}" "{text}" (id {number}) (at {x:g} {y + dy:g} 0) {_FONT}{hidden}))'
    for pin in symbol.pins:
        yield f'    (pin "{pin.number}" (uuid {circuit.stamp("pin", name + pin.number)}))'
    yield "  )"
    for pin, (dx, dy), angle in pin_ends(symbol):
        at = f"{x + dx:g} {y + dy:g}"
        if pin.number not in part.nets:
            yield f"  (no_connect (at {at}) (uuid {circuit.stamp('free', name + pin.number)}))"
            continue
        side = "right" if angle else "left"
        yield (
            f'  (global_label "{part.nets[pin.number]}" (shape passive) (at {at} {angle})'
            f" {_FONT} (justify {side})) (uuid {circuit.stamp('label', name + pin.number)}))"
        )


def _instance(circuit: Circuit, part: Part) -> str:
    return (
        f'    (path "/{circuit.stamp("part", part.name)}" (reference "{part.name}") (unit 1)'
        f' (value "{part.value}") (footprint "{part.package.name}"))'
    )
