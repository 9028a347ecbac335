#!/usr/bin/env python3
"""Inputs and launches for the ten kernels of this folder (numpy only, deterministic)."""
import json
import os
import numpy as np

here = os.path.dirname(os.path.abspath(__file__))
data = os.path.join(here, "data")
os.makedirs(data, exist_ok=True)
rng = np.random.default_rng(2032)
launches = []
SIZES = ("small", "middle", "large")


def launch(name, size, glob, loc, args, reals, buffers):
    """buffers: name -> bytes, or an array whose bytes are the contents."""
    sizes, content = {}, {}
    for b, v in buffers.items():
        if isinstance(v, (int, np.integer)):
            sizes[b] = str(v)
            continue
        fname = f"{name}_{size}_{b}.bin"
        v = np.ascontiguousarray(v)
        v.tofile(os.path.join(data, fname))
        sizes[b] = str(v.nbytes)
        content[b] = f"@data/{fname}"
    launches.append({"file": name + ".cl", "kernel": name, "name": f"{name}-{size}",
                     "global": [int(g) for g in glob], "local": [int(l) for l in loc],
                     "args": {k: int(v) for k, v in args.items()},
                     "reals": {k: float(v) for k, v in reals.items()},
                     "buffers": sizes, "content": content})


def up(n, m):
    return (n + m - 1) // m * m


# ---- alp_encode: columns of decimals (prices, coordinates, temperatures), some values with no short decimal
P10 = 10.0 ** np.arange(19)
I10 = np.array([float(f"1e-{k}") for k in range(19)])


def alp_pairs(v):
    """The five pairs (e, f) that serve a sample of a row group best."""
    found = []
    for e in range(19):
        for f in range(e + 1):
            x = v * P10[e] * I10[f]
            ok = np.abs(x) < 2.0 ** 50
            q = np.where(ok, np.rint(np.where(ok, x, 0)), 0)
            ok &= q * P10[f] * I10[e] == v
            spread = int(q[ok].max() - q[ok].min()) if ok.any() else 0
            found.append((spread.bit_length() * len(v) + 80 * int((~ok).sum()), -e, e, f))
    found.sort()
    return [(e, f) for _, _, e, f in found[:5]]


for size, n, per in (("small", 7000, 2), ("middle", 170000, 40), ("large", 3200000, 100)):
    v = np.empty(n)
    block = 1024 * per
    nrow = -(-n // block)
    pairs, counts = np.zeros((nrow, 5, 2), np.uint8), np.zeros(nrow, np.uint8)
    for g in range(nrow):
        m = min(block, n - g * block)
        kind = g % 4
        if kind == 0:
            col = np.round(np.abs(rng.lognormal(3.5, 1.0, m)), 2)
        elif kind == 1:
            col = np.round(47.3 + np.cumsum(rng.normal(0, 2e-5, m)), 6)
        elif kind == 2:
            col = np.round(14 + 9 * np.sin(np.arange(m) / 5000) + rng.normal(0, 0.4, m), 1)
        else:
            col = np.round(rng.normal(0, 300, m), rng.integers(1, 5))
        odd = rng.random(m) < (0.002, 0.01, 0.03, 0.02)[kind]
        col[odd] = rng.normal(0, 100, odd.sum())
        v[g * block:g * block + m] = col
        sample = alp_pairs(col[rng.integers(0, m, 256)])
        counts[g] = rng.choice([1, 2, 3, 5], p=[0.3, 0.2, 0.2, 0.3])
        pairs[g] = sample
    nvec = -(-n // 1024)
    launch("alp_encode", size, [nvec * 64], [64], dict(n=n, vectors_per_rowgroup=per), {},
           dict(values=v, pairs=pairs, npairs=counts, packed=nvec * 8192, frame=nvec * 8, header=nvec * 4,
                exc_pos=nvec * 2048, exc_val=nvec * 8192, exc_count=nvec * 4))

# ---- trivium_stream: packets of the internet's mix of lengths, a few hundred sessions
for size, n, nsess, loc in (("small", 130, 20, 4), ("middle", 3600, 150, 16), ("large", 52000, 700, 32)):
    mode = rng.random(n)
    length = np.where(mode < 0.45, rng.integers(40, 90, n), np.where(mode < 0.6, rng.integers(90, 1300, n), 1420))
    words = (length + 7) // 8
    start = np.concatenate(([0], np.cumsum(words)[:-1]))
    key = rng.integers(0, 1 << 63, (nsess, 2), dtype=np.uint64) * np.uint64(2) + rng.integers(0, 2, (nsess, 2), dtype=np.uint64)
    key[:, 1] &= np.uint64(0xffff)
    text = np.frombuffer(rng.bytes(int(words.sum()) * 8), np.uint8) % 64 + 40
    share = 1 / (np.arange(nsess) + 2.0)
    launch("trivium_stream", size, [up(n, loc)], [loc], dict(npackets=n), {},
           dict(keys=key, session=rng.choice(nsess, n, p=share / share.sum()).astype(np.uint16),
                nonces=rng.integers(0, 1 << 63, n, dtype=np.uint64), start=start.astype(np.uint32),
                bytes=length.astype(np.uint16), plain=text, cipher=int(words.sum()) * 8))

# ---- li_stephens: a panel made of few founders with switches, targets as mosaics of it, part not typed
for size, nsites, nref, ntarget in (("small", 90, 120, 3), ("middle", 420, 500, 14), ("large", 1500, 1000, 60)):
    founders = rng.random((40, nsites)) < rng.beta(0.4, 1.2, nsites)

    def mosaic(source, count, rate):
        switch = rng.random((count, nsites)) < rate
        switch[:, 0] = True
        block = np.cumsum(switch, 1) - 1 + np.arange(count)[:, None] * (nsites + 1)
        return source[rng.integers(0, len(source), block.max() + 1)[block], np.arange(nsites)]

    refs = mosaic(founders, nref, 0.03) ^ (rng.random((nref, nsites)) < 0.002)
    tgt = (mosaic(refs, ntarget, 0.01) ^ (rng.random((ntarget, nsites)) < 0.003)).astype(np.uint8)
    typed = rng.random(nsites) < 0.3
    tgt[:, ~typed] = 2
    words = (nref + 31) // 32
    bits = np.zeros((nsites, words * 32), np.uint8)
    bits[:, :nref] = refs.T
    launch("li_stephens", size, [ntarget * 64], [64], dict(nsites=nsites, nref=nref), dict(mismatch=0.003),
           dict(panel=np.packbits(bits, axis=1, bitorder="little"), target=tgt,
                recomb=(1 - np.exp(-rng.exponential(0.012, nsites))).astype(np.float32),
                dosage=ntarget * nsites * 4, loglik=ntarget * 4))

# ---- jaro_winkler: names made of syllables, the second register a spoiled copy of the first, pairs by block
SYLL = ("an", "ber", "car", "do", "el", "fer", "gar", "ha", "is", "jo", "kow", "lin", "mar", "nez", "ol", "pe", "qui", "ri",
        "ski", "ton", "ur", "van", "wil", "xi", "yo", "zel", "sen", "ma", "th", "ova")


def pool(strings):
    off = np.concatenate(([0], np.cumsum([len(s) for s in strings])))
    return np.frombuffer("".join(strings).encode(), np.uint8), off.astype(np.uint32)


def spoil(s):
    k, c = int(rng.integers(0, len(s))), chr(97 + int(rng.integers(0, 26)))
    kind = rng.integers(0, 6)
    if kind == 0:
        return s[:k] + s[k + 1:]
    if kind == 1:
        return s[:k] + c + s[k:]
    if kind == 2:
        return s[:k] + c + s[k + 1:]
    if kind == 3 and k + 1 < len(s):
        return s[:k] + s[k + 1] + s[k] + s[k + 2:]
    return s


for size, nnames, npairs, loc in (("small", 300, 1300, 16), ("middle", 6000, 55000, 64), ("large", 60000, 1300000, 64)):
    names = []
    for parts in rng.choice([3, 4, 5, 6, 8, 11], nnames, p=[0.08, 0.25, 0.3, 0.2, 0.12, 0.05]):
        first = int(rng.integers(1, parts))
        w = [SYLL[i] for i in rng.integers(0, len(SYLL), parts)]
        names.append("".join(w[:first]) + " " + "".join(w[first:]))
    names.sort(key=lambda s: (s[0], s))
    other = [spoil(spoil(s)) for s in names]
    other[nnames // 3] = ""
    a = rng.integers(0, nnames, npairs)
    b = np.where(rng.random(npairs) < 0.08, a, np.clip(a + np.rint(rng.normal(0, nnames / 60, npairs)), 0, nnames - 1))
    (pa, oa), (pb, ob) = pool(names), pool(other)
    launch("jaro_winkler", size, [up(npairs, loc)], [loc], dict(npairs=npairs), dict(threshold=0.88),
           dict(pool_a=pa, offset_a=oa, pool_b=pb, offset_b=ob, pairs=np.stack([a, b], 1).astype(np.uint32),
                score=npairs * 4, hits=npairs * 4, nhits=np.zeros(1, np.uint32)))

# ---- caustic_splat: waves of several directions on a pool, the floor with a step and bumps
for size, w, h, rays, loc in (("small", 42, 30, 2, [8, 2]), ("middle", 190, 130, 2, [16, 4]), ("large", 650, 430, 4, [16, 8])):
    y, x = np.mgrid[0:h, 0:w].astype(float)
    level = np.zeros((h, w))
    for k in range(14):
        ang, wl = rng.uniform(0, 6.283), rng.uniform(9, 70)
        level += 0.012 * wl * np.sin((x * np.cos(ang) + y * np.sin(ang)) * 2 * np.pi / wl + rng.uniform(0, 6.283)) / 2
    deep = 38 + 14 * (x > 0.6 * w) + 3 * np.sin(x / 23) * np.cos(y / 31) + 0 * y
    launch("caustic_splat", size, [up(w, loc[0]), up(h, loc[1])], loc, dict(width=w, height=h, rays=rays, frame=51),
           dict(sun_x=0.35, sun_y=-0.2, eta=0.75),
           dict(water=level.astype(np.float32), floor_depth=deep.astype(np.float32), light=np.zeros(w * h, np.uint32)))

# ---- sphere_decode: a Rayleigh channel smooth over the subcarriers, 16-QAM, noise at about 16 dB
for size, nsub, nsym, snr, loc in (("small", 72, 7, 19, [8, 1]), ("middle", 300, 14, 17, [32, 1]), ("large", 1200, 56, 16, [32, 2])):
    delay = np.arange(8)
    power = np.exp(-delay / 2.5)
    taps = (rng.normal(size=(8, 4, 4)) + 1j * rng.normal(size=(8, 4, 4))) * np.sqrt(power / power.sum() / 2)[:, None, None]
    hc = np.tensordot(np.exp(-2j * np.pi * np.outer(np.arange(nsub), delay) / 256), taps, 1)
    hr = np.block([[hc.real, -hc.imag], [hc.imag, hc.real]])
    qm, rm = np.linalg.qr(hr)
    sign = np.sign(np.einsum("sii->si", rm))
    qm, rm = qm * sign[:, None, :], rm * sign[:, :, None]
    sigma = np.sqrt(4 * 10 / 10 ** (snr / 10) / 2)
    pam = rng.choice([-3, -1, 1, 3], (nsym, nsub, 8))
    rx = np.einsum("sij,tsj->tsi", hr, pam) + rng.normal(0, sigma, (nsym, nsub, 8))
    rot = np.einsum("sji,tsj->tis", qm, rx)
    iu = np.triu_indices(8)
    launch("sphere_decode", size, [up(nsub, loc[0]), up(nsym, loc[1])], loc,
           dict(nsub=nsub, nsymbols=nsym, max_nodes=3000), dict(radius=1e9),
           dict(r_upper=rm[:, iu[0], iu[1]].T.astype(np.float32), rotated=rot.astype(np.float32),
                bits=nsub * nsym * 2, metric=nsub * nsym * 4, visited=nsub * nsym * 2))

# ---- krueger_utm: places of a map of the world, thick about cities, a few near the poles
for size, n, loc in (("small", 900, 16), ("middle", 26000, 32), ("large", 610000, 64)):
    ncity = max(12, n // 2500)
    clat = np.clip(rng.normal(32, 24, ncity), -55, 71)
    clon = rng.uniform(-180, 180, ncity)
    who = rng.integers(0, ncity, n)
    lat = clat[who] + rng.normal(0, 0.3, n)
    lon = clon[who] + rng.normal(0, 0.4, n)
    wide = rng.random(n) < 0.05
    lat[wide] = np.degrees(np.arcsin(rng.uniform(-1, 1, wide.sum())))
    lon = (lon + 180) % 360 - 180
    launch("krueger_utm", size, [up(n, loc)], [loc], dict(npoints=n), {},
           dict(points=np.rint(np.stack([lat, lon], 1) * 1e7).astype(np.int32), grid=n * 16, local_frame=n * 8, zones=n))

# ---- ryser_matchings: random bipartite graphs, some banded, some thin
for size, n, graphs, chunk in (("small", 10, 7, 4), ("middle", 15, 9, 64), ("large", 21, 3, 512)):
    cols = np.zeros((graphs, n), np.uint32)
    for g in range(graphs):
        adj = rng.random((n, n)) < (0.55, 0.35, 0.8)[g % 3]
        i = np.arange(n)
        if g % 3 == 1:
            adj |= np.abs(i[:, None] - i) <= 2
        adj[i, rng.permutation(n)] = True
        cols[g] = (adj.astype(np.uint32) << i[:, None].astype(np.uint32)).sum(0)
    nx = up(-(-(1 << n) // chunk), 64)
    launch("ryser_matchings", size, [nx, graphs], [64, 1], dict(n=n, chunk=chunk), {},
           dict(columns=cols, partial=graphs * (nx // 64) * 8))

# ---- fsai_rows: a 19-point diffusion operator on a layered block, weak couplings dropped
for size, nx, ny, nz, loc in (("small", 9, 8, 7, 8), ("middle", 26, 22, 19, 32), ("large", 62, 57, 49, 64)):
    n = nx * ny * nz
    z, y, x = np.unravel_index(np.arange(n), (nz, ny, nx))
    cond = np.exp(rng.normal(0, 0.8, n) + 0.9 * np.sin(z * 1.1))
    ii, jj, ww = [], [], []
    for dz in (-1, 0):
        for dy in (-1, 0, 1):
            for dx in (-1, 0, 1):
                if (dz, dy, dx) >= (0, 0, 0) or abs(dx) + abs(dy) + abs(dz) > 2:
                    continue
                ok = (z + dz >= 0) & (y + dy >= 0) & (y + dy < ny) & (x + dx >= 0) & (x + dx < nx)
                i = np.flatnonzero(ok)
                j = i + (dz * ny + dy) * nx + dx
                w = 2 / (1 / cond[i] + 1 / cond[j]) / (1 if abs(dx) + abs(dy) + abs(dz) == 1 else 6)
                keep = w > 0.14
                ii.append(i[keep])
                jj.append(j[keep])
                ww.append(w[keep])
    ii, jj, ww = map(np.concatenate, (ii, jj, ww))
    diag = 0.01 + np.bincount(ii, ww, n) + np.bincount(jj, ww, n)
    ii, jj, ww = np.concatenate([ii, np.arange(n)]), np.concatenate([jj, np.arange(n)]), np.concatenate([-ww, diag])
    order = np.lexsort((jj, ii))
    ptr = np.concatenate(([0], np.cumsum(np.bincount(ii, minlength=n))))
    launch("fsai_rows", size, [up(n, loc)], [loc], dict(nrows=n), {},
           dict(row_ptr=ptr.astype(np.int32), cols=jj[order].astype(np.int32), vals=ww[order].astype(np.float32),
                g_vals=len(ii) * 4, failed=np.zeros(1, np.int32)))

# ---- swin_window: activations of a stage, maps padded to whole windows, a trained-looking bias
for size, w, h, maps, heads in (("small", 14, 7, 1, 1), ("middle", 35, 21, 1, 3), ("large", 56, 49, 3, 6)):
    act = rng.normal(0, 1, (maps * h * w, 3, heads, 32)) * np.array([1.2, 1.1, 0.6])[:, None, None]
    act += rng.normal(0, 0.4, (1, 3, heads, 32))
    r = np.arange(-6, 7)
    bias = 1.5 * np.exp(-(r[:, None] ** 2 + r[None] ** 2) / 12)[..., None] + rng.normal(0, 0.2, (13, 13, heads))
    launch("swin_window", size, [maps * (w // 7) * (h // 7) * 64, heads], [64, 1], dict(width=w, height=h, heads=heads, shift=3), {},
           dict(qkv=act.astype(np.float32), bias=bias.astype(np.float32), out=maps * h * w * heads * 128))

launches.sort(key=lambda l: (l["kernel"], SIZES.index(l["name"].rsplit("-", 1)[1])))
with open(os.path.join(here, "launches.json"), "w") as f:
    json.dump(launches, f, indent=1)
    f.write("\n")
