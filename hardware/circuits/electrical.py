"""The electrical rules of a circuit, as KiCad 6 checks them, and one of our own.

KiCad 6 checks a schematic in its window alone and has no command for it, so a script can't ask it. The rules
of KiCad's that matter here are kept below. Source: KiCad's eeschema/erc/erc_settings.cpp (which pins
fight) and erc.cpp (which pins drive a net).
"""

from collections.abc import Sequence
from itertools import combinations

from hardware.circuits.circuit import LOGIC, Circuit
from hardware.circuits.packages import Part
from hardware.circuits.symbols import PinKind, SymbolPin, symbol_of

_FIGHTING = {
    frozenset((PinKind.OUTPUT,)),
    frozenset((PinKind.SUPPLYING,)),
    frozenset((PinKind.OUTPUT, PinKind.SUPPLYING)),
    frozenset((PinKind.OUTPUT, PinKind.OPEN_DRAIN)),
    frozenset((PinKind.OPEN_DRAIN, PinKind.SUPPLYING)),
}
_DRIVING = {PinKind.OUTPUT, PinKind.PASSIVE, PinKind.SUPPLYING}

NetPin = tuple[Part, SymbolPin]


def joined_pins(circuit: Circuit) -> dict[str, list[NetPin]]:
    """Return the pins of each net, in the order of the parts."""
    nets: dict[str, list[NetPin]] = {}
    for part in circuit.parts:
        for pin in symbol_of(part).pins:
            if pin.number in part.nets:
                nets.setdefault(part.nets[pin.number], []).append((part, pin))
    return nets


def electrical_faults(circuit: Circuit) -> list[str]:
    """Return the faults of a circuit, a sentence each."""
    nets = joined_pins(circuit)
    faults = [fault for part in circuit.parts for fault in _unconnected(part)]
    for net, pins in nets.items():
        faults += _faults_of(net, pins, is_supplied=net in circuit.supplied)
        if any(pin.kind is PinKind.OPEN_DRAIN for _, pin in pins) and not _is_pulled_up(pins):
            faults.append(f"{net}: an open drain without a resistor to {LOGIC}")
    return faults


def _unconnected(part: Part) -> list[str]:
    """An output may be left free; every other pin is to be joined to something."""
    faults = [
        f"{part.name} pin {pin.number} ({pin.name}) is joined to nothing"
        for pin in symbol_of(part).pins
        if pin.number not in part.nets.keys() | part.free and pin.kind is not PinKind.OUTPUT
    ]
    known = {pin.number for pin in symbol_of(part).pins}
    return faults + [f"{part.name} has no pin {number}" for number in part.nets if number not in known]


def _faults_of(net: str, pins: Sequence[NetPin], *, is_supplied: bool) -> list[str]:
    faults = []
    if len(pins) == 1:
        faults.append(f"{net}: joins {_named(pins[0])} to nothing")
    kinds = {pin.kind for _, pin in pins} | ({PinKind.SUPPLYING} if is_supplied else set())
    if PinKind.INPUT in kinds and not kinds & _DRIVING:
        faults.append(f"{net}: nothing drives {_named(pins[0])}")
    if PinKind.POWERED in kinds and PinKind.SUPPLYING not in kinds:
        faults.append(f"{net}: nothing supplies {_named(pins[0])}")
    for one, two in combinations(pins, 2):
        if frozenset((one[1].kind, two[1].kind)) in _FIGHTING:
            faults.append(f"{net}: {_named(one)} fights {_named(two)}")
    if is_supplied:
        faults += [
            f"{net}: {_named(one)} fights the supply"
            for one in pins
            if frozenset((one[1].kind, PinKind.SUPPLYING)) in _FIGHTING
        ]
    return faults


def _is_pulled_up(pins: Sequence[NetPin]) -> bool:
    return any(symbol_of(part).name == "R" and LOGIC in part.nets.values() for part, _ in pins)


def _named(pin: NetPin) -> str:
    return f"{pin[0].name}.{pin[1].name}"


def circuit_report(circuit: Circuit) -> str:
    """Return the nets with their pins, then what is wrong with them."""
    nets = joined_pins(circuit)
    lines = [
        f"{net}: {' '.join(f'{part.name}.{pin.number}' for part, pin in pins)}" for net, pins in nets.items()
    ]
    faults = electrical_faults(circuit)
    joined = sum(map(len, nets.values()))
    return "\n".join([*lines, "", f"{len(nets)} nets, {joined} pins, {len(faults)} faults", *faults, ""])
