"""The field of a disc magnet that is magnetised along its axis.

Method: N. Derby, S. Olbert, "Cylindrical magnets and ideal solenoids", Am. J. Phys. 78 (2010) 229, equations
4 to 6, with R. Bulirsch's general complete elliptic integral `cel` (Numer. Math. 7 (1965) 78).
"""

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]


def cel(kc: Array, p: Array, c: Array | float, s: Array | float) -> Array:
    """Return Bulirsch's general complete elliptic integral. Arrays broadcast; `kc` must not be 0."""
    kc, p, c, s = (np.array(one, dtype=float) for one in np.broadcast_arrays(np.abs(kc), p, c, s))
    e, em = kc.copy(), np.ones_like(kc)
    positive = p > 0
    root = np.sqrt(np.where(positive, p, 1.0))
    q = 1 - kc * kc
    g = 1 - p
    f = kc * kc - p
    other = np.sqrt(np.where(positive, 1.0, np.divide(f, np.where(g == 0, 1.0, g))))
    cc = np.where(positive, c, (c - s) / np.where(g == 0, 1.0, g))
    ss = np.where(
        positive,
        s / root,
        -q * (s - c * p) / np.where(g == 0, 1.0, g * g * np.where(other == 0, 1.0, other)) + cc * other,
    )
    pp = np.where(positive, root, other)
    for _ in range(12):
        f = cc.copy()
        cc = cc + ss / pp
        g = e / pp
        ss = 2 * (ss + f * g)
        pp = g + pp
        g = em.copy()
        em = kc + em
        kc = 2 * np.sqrt(e)
        e = kc * em
        if np.all(np.abs(g - kc) <= g * 1e-10):
            break
    return np.asarray((np.pi / 2) * (ss + cc * em) / (em * (em + pp)))


def disc_bz_mt(r_mm: Array, z_mm: float, *, across_mm: float, thick_mm: float, remanence_t: float) -> Array:
    """Return the axial flux density, mT, at `r_mm` from the axis and `z_mm` from the disc's middle."""
    a, b = across_mm / 2, thick_mm / 2
    r = np.maximum(np.asarray(r_mm, dtype=float), 1e-6)
    total = np.zeros_like(r)
    gamma = (a - r) / (a + r)
    for side in (1, -1):
        z = z_mm + side * b
        beta = z / np.hypot(z, r + a)
        kc = np.hypot(z, a - r) / np.hypot(z, a + r)
        total += side * beta * cel(np.maximum(kc, 1e-9), gamma * gamma, 1.0, gamma)
    return np.asarray(1000 * remanence_t / np.pi * a / (a + r) * total)


def disc_br_mt(r_mm: Array, z_mm: float, *, across_mm: float, thick_mm: float, remanence_t: float) -> Array:
    """Return the radial flux density, mT, at `r_mm` from the axis and `z_mm` from the disc's middle."""
    a, b = across_mm / 2, thick_mm / 2
    r = np.maximum(np.asarray(r_mm, dtype=float), 1e-6)
    total = np.zeros_like(r)
    for side in (1, -1):
        z = z_mm + side * b
        kc = np.hypot(z, a - r) / np.hypot(z, a + r)
        total += side * a / np.hypot(z, r + a) * cel(np.maximum(kc, 1e-9), np.ones_like(r), 1.0, -1.0)
    return np.asarray(1000 * remanence_t / np.pi * total)
