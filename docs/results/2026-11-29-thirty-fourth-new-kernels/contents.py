#!/usr/bin/env python3
"""Inputs and launches for the ten kernels of this folder (numpy only, deterministic)."""
import json
import os
import numpy as np

here = os.path.dirname(os.path.abspath(__file__))
data = os.path.join(here, "data")
os.makedirs(data, exist_ok=True)
rng = np.random.default_rng(2034)
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


# ---- unifrac_stripes: a gut-like table: few common taxa, many rare; rows of shares below each branch
for size, n, nb, ns in (("small", 64, 6, 2), ("middle", 256, 26, 8), ("large", 640, 60, 20)):
    present = rng.random((nb, n)) < rng.beta(0.5, 0.9, (nb, 1))
    share = np.where(present, rng.lognormal(-5, 1.6, (nb, 1)) * rng.lognormal(0, 0.8, (nb, n)), 0)
    share = np.minimum(share / share.sum(0).clip(1e-9) * 3, 1)
    launch("unifrac_stripes", size, [up(n, 64), ns], [64, 1], dict(nsamples=n, nbranches=nb), dict(alpha=0.5),
           dict(embedded=np.concatenate([share, share], 1), branch_length=rng.exponential(0.05, nb), dist=ns * n * 8))

# ---- gtao_horizon: a hall with pillars and boxes, a part of it open to the sky
for size, w, h, sl, loc in (("small", 16, 8, 2, [4, 4]), ("middle", 72, 44, 2, [16, 4]), ("large", 230, 130, 2, [16, 8])):
    focal = 0.9 * w
    y, x = np.mgrid[0:h, 0:w]
    rx, ry = (x - (w - 1) / 2) / focal, (y - (h - 1) / 2) / focal
    inf = 1e9
    z = np.minimum(np.where(ry > 1e-3, 1.6 / np.maximum(ry, 1e-3), inf), 14 + 0 * rx)      # floor, back wall
    z = np.where((ry < -0.2) & (rx > 0.1), 1000.0, z)
    z = np.minimum(z, np.where(rx < -1e-3, 4.5 / np.maximum(-rx, 1e-3), inf))
    for px, pz, r in ((-2, 5, .4), (1.5, 6.5, .5), (3.2, 9, .6), (-0.6, 9.5, .5), (0.4, 3.6, .2)):
        aa, bb, cc = rx * rx + 1, -2 * (rx * px + pz), px * px + pz * pz - r * r
        disc = bb * bb - 4 * aa * cc
        z = np.where(disc > 0, np.minimum(z, (-bb - np.sqrt(np.maximum(disc, 0))) / (2 * aa)), z)
    for bx, by, bz, s in ((-1, 1.2, 4.2, .4), (2.4, 1.0, 5.2, .6), (0.6, 1.1, 8, .5)):
        t = bz - s
        hit = (np.abs(rx * t - bx) < s) & (np.abs(ry * t - by) < s)
        z = np.where(hit, np.minimum(z, t), z)
    p = np.stack([rx * z, ry * z, z], -1)
    nrm = np.cross(np.gradient(p, axis=0), np.gradient(p, axis=1))
    nrm *= -np.sign((nrm * p).sum(-1, keepdims=True))
    nrm /= np.linalg.norm(nrm, axis=-1, keepdims=True) + 1e-12
    nrm = np.where(np.abs(nrm).sum(-1, keepdims=True) < 0.5, np.array([0, 0, -1.0]), nrm)
    launch("gtao_horizon", size, [up(w, loc[0]), up(h, loc[1])], loc, dict(width=w, height=h, nslices=sl),
           dict(focal=focal, radius=0.7, max_pixels=w / 8, far=900.0),
           dict(depth=z.astype(np.float32), normals=np.pad(np.rint(nrm * 127), ((0, 0), (0, 0), (0, 1))).astype(np.int8),
                occlusion=w * h))

# ---- goertzel_dtmf: calls: silence, speech-like noise, digits of 60 to 100 ms
freqs = np.array([697, 770, 852, 941, 1209, 1336, 1477, 1633])
for size, nch, nb, loc in (("small", 4, 16, [8, 1]), ("middle", 24, 120, [16, 1]), ("large", 160, 480, [32, 1])):
    hop = 102
    ns = (nb - 1) * hop + 205
    t = np.arange(ns) / 8000
    pcm = np.zeros((nch, ns))
    for ch in range(nch):
        pcm[ch] = rng.normal(0, rng.choice([20, 200, 1500]), ns)
        at = 0
        while at < ns:
            gap, dur = int(rng.integers(200, 900)), int(rng.integers(480, 800))
            tone = np.sin(2 * np.pi * freqs[rng.integers(0, 4)] * t) + rng.uniform(.6, 1.4) * np.sin(2 * np.pi * freqs[rng.integers(4, 8)] * t)
            pcm[ch, at + gap:at + gap + dur] += rng.uniform(2000, 9000) * tone[at + gap:at + gap + dur]
            at += gap + dur
    launch("goertzel_dtmf", size, [up(nb, loc[0]), nch], loc, dict(nsamples=ns, nblocks=nb, hop=hop),
           dict(floor_energy=0.05, twist=6.3),
           dict(pcm=np.clip(pcm, -32768, 32767).astype(np.int16), tones=(2 * np.cos(2 * np.pi * freqs / 8000)).astype(np.float32),
                symbol=nch * nb, level=nch * nb * 4))

# ---- swap_exposure: quarterly dates, a book of payers and receivers, some of them forward starting
for size, npaths, nd, nsets, ntr, loc in (("small", 32, 9, 3, 14, 8), ("middle", 256, 41, 10, 160, 32), ("large", 1000, 81, 16, 560, 32)):
    tg = np.arange(nd) * 0.25
    kap, sig, f0 = 0.08, 0.011, 0.03
    dW = rng.normal(0, 1, (nd, npaths)) * np.sqrt(0.25)
    r = np.full((nd, npaths), f0)
    for i in range(1, nd):
        r[i] = r[i - 1] + (0.004 + kap * (f0 - r[i - 1])) * 0.25 * (i < nd) + sig * dW[i]
    tau = np.maximum(tg[None] - tg[:, None], 0)
    B = (1 - np.exp(-kap * tau)) / kap
    lnA = -f0 * tau + B * f0 - sig ** 2 / (4 * kap) * (1 - np.exp(-2 * kap * tg[:, None])) * B * B
    ptr = np.concatenate(([0], np.sort(rng.integers(0, ntr + 1, nsets - 1)), [ntr]))
    first = np.where(rng.random(ntr) < 0.75, 0, rng.integers(0, nd // 2, ntr))
    last = np.minimum(first + rng.integers(2, nd, ntr), nd - 1)
    notional = rng.lognormal(15, 1, ntr) * rng.choice([-1, 1], ntr)
    launch("swap_exposure", size, [up(npaths, loc), nd], [loc, 1], dict(npaths=npaths, ndates=nd, nsets=nsets), dict(accrual=0.25),
           dict(rate=r.astype(np.float32), affine=np.stack([lnA, B], -1).astype(np.float32), set_ptr=ptr.astype(np.int32),
                period=np.stack([first, last], 1).astype(np.int32),
                terms=np.stack([notional, rng.normal(0.03, 0.006, ntr)], 1).astype(np.float32),
                threshold=rng.choice([2e5, 1e6, 1e12], nsets).astype(np.float32),
                loss_odds=(0.6 * rng.uniform(0.001, 0.006, (1, nsets)) * np.exp(-0.02 * tg)[:, None]).astype(np.float32),
                loss=nd * npaths * 4))

# ---- vlasov_pfc: two streams with a growing wave
for size, nx, nv in (("small", 24, 128), ("middle", 250, 700), ("large", 1800, 3000)):
    x, v = np.arange(nx) / nx * 4 * np.pi, np.linspace(-6, 6, nv)
    f = (np.exp(-(v - 2.4) ** 2) + np.exp(-(v + 2.4) ** 2))[None] * (1 + 0.2 * np.cos(0.5 * x + 0.1 * np.sin(x)))[:, None] / 3.5
    f *= 1 + 0.2 * np.sin(9 * x[:, None] + 7 * v[None]) * np.exp(-v * v / 4)[None]
    e = 0.6 * np.sin(0.5 * x) + 0.1 * np.sin(2 * x + 1)
    launch("vlasov_pfc", size, [up(nv, 64), up(nx, 4)], [64, 4], dict(nx=nx, nv=nv), dict(step=-0.05 / (v[1] - v[0]), top=f.max() * 1.0001),
           dict(f_in=f.astype(np.float32), field=e.astype(np.float32), f_out=nx * nv * 4))


# ---- lzw_strips: an orthophoto-like grey raster, horizontally differenced
def lzw(data):
    out, buf, nb, width, nxt = bytearray(), 256, 9, 9, 258
    table, cur = {}, -1

    def put(code, buf, nb):
        buf, nb = (buf << width) | code, nb + width
        while nb >= 8:
            nb -= 8
            out.append((buf >> nb) & 255)
        return buf & ((1 << nb) - 1), nb

    for c in data:
        if cur < 0:
            cur = c
            continue
        key = (cur << 8) | c
        got = table.get(key)
        if got is not None:
            cur = got
            continue
        buf, nb = put(cur, buf, nb)
        table[key] = nxt
        nxt += 1
        if nxt > (1 << width) - 1:
            width += 1
        if nxt >= 4094:
            buf, nb = put(256, buf, nb)
            table, width, nxt = {}, 9, 258
        cur = c
    buf, nb = put(cur, buf, nb)
    nxt += 1
    if nxt > (1 << width) - 1 and width < 12:
        width += 1
    buf, nb = put(257, buf, nb)
    if nb:
        out.append((buf << (8 - nb)) & 255)
    return bytes(out)


for size, nst, rows, width, loc in (("small", 8, 2, 320, 1), ("middle", 48, 8, 800, 4), ("large", 420, 10, 1400, 4)):
    y, x = np.mgrid[0:nst * rows, 0:width]
    img = 110 + 50 * np.sin(x / 83 + np.sin(y / 51)) + 30 * np.sin(y / 37 - x / 140)
    fields = rng.integers(-25, 26, (nst * rows // 24 + 1, width // 40 + 1)).repeat(24, 0).repeat(40, 1)[:nst * rows, :width]
    rough = (rng.random((nst * rows // 16 + 1, width // 64 + 1)) < 0.4).repeat(16, 0).repeat(64, 1)[:nst * rows, :width]
    img = np.clip(img + fields + rough * rng.normal(0, 2, img.shape), 0, 255).astype(np.uint8)
    img[:, width - width // 8:] = 255                                 # outside of the flight
    diff = np.diff(img, axis=1, prepend=np.zeros((len(img), 1), np.uint8)).astype(np.uint8)
    strips = [lzw(diff[i * rows:(i + 1) * rows].tobytes()) for i in range(nst)]
    ptr = np.concatenate(([0], np.cumsum([len(s) for s in strips])))
    launch("lzw_strips", size, [up(nst, loc)], [loc], dict(nstrips=nst, strip_rows=rows, row_bytes=width), {},
           dict(packed=np.frombuffer(b"".join(strips), np.uint8), strip_ptr=ptr.astype(np.uint32), table=nst * 16384,
                raster=nst * rows * width, status=nst * 4))
    img.tofile(os.path.join(data, f"check_lzw_{size}.bin"))


# ---- parquet_bloom: a filter of the build side's keys, a twelfth of the probes in it, some keys null
def xxh64(k):
    p1, p2, p3, p4, p5 = (np.uint64(v) for v in (0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5))
    rot = lambda v, s: (v << np.uint64(s)) | (v >> np.uint64(64 - s))
    h = (p5 + np.uint64(8)) ^ (rot(k * p2, 31) * p1)
    h = rot(h, 27) * p1 + p4
    h = (h ^ (h >> np.uint64(33))) * p2
    h = (h ^ (h >> np.uint64(29))) * p3
    return h ^ (h >> np.uint64(32))


salt = np.array([0x47b6137b, 0x44974d91, 0x8824ad5b, 0xa2b7289d, 0x705495c7, 0x2df1424b, 0x9efc4947, 0x5c6bfb31], np.uint32)
for size, n, nblk, loc in (("small", 3000, 128, 4), ("middle", 120000, 4096, 32), ("large", 1400000, 524288, 64)):
    build = rng.integers(0, 1 << 40, nblk * 16, dtype=np.uint64)
    h = xxh64(build)
    filt = np.zeros(nblk * 8, np.uint32)
    blk = ((h >> np.uint64(32)) * np.uint64(nblk)) >> np.uint64(32)
    low = (h & np.uint64(0xffffffff)).astype(np.uint32)
    for i in range(8):
        np.bitwise_or.at(filt, (blk * np.uint64(8) + np.uint64(i)).astype(np.int64), np.uint32(1) << ((low * salt[i]) >> np.uint32(27)))
    keys = rng.integers(0, 1 << 40, n, dtype=np.uint64)
    inn = rng.random(n) < 1 / 12
    keys[inn] = rng.choice(build, inn.sum())
    nw = (n + 31) // 32
    ok = rng.random(nw * 32) < 0.93
    launch("parquet_bloom", size, [up(nw, loc)], [loc], dict(nrows=n, nblocks=nblk), {},
           dict(keys=keys, valid=np.packbits(ok, bitorder="little").view(np.uint32), filter=filt, selected=nw * 4))

# ---- xent_bf16: logits of a trained head, some tokens padding
for size, tokens, vocab in (("small", 3, 1000), ("middle", 16, 8000), ("large", 96, 32000)):
    lg = rng.normal(-2, 2.2, (tokens, vocab)).astype(np.float32)
    lab = rng.integers(0, vocab, tokens)
    lg[np.arange(tokens), lab] += rng.uniform(0, 12, tokens).astype(np.float32)
    lab[rng.random(tokens) < 0.08] = -100
    launch("xent_bf16", size, [tokens * 128], [128], dict(vocab=vocab), dict(scale=1.0 / tokens, smoothing=0.1, z_weight=1e-4),
           dict(logits=(lg.view(np.uint32) >> 16).astype(np.uint16), label=lab.astype(np.int32), grad=tokens * vocab * 2, loss=tokens * 4))

# ---- zero_doppler: a C-band satellite on an ascending pass, a mountainous grid with voids
for size, nc, nr, loc in (("small", 24, 16, [8, 2]), ("middle", 110, 90, [16, 4]), ("large", 640, 500, [16, 4])):
    lat0, lon0 = np.radians(46.5), np.radians(10.0)
    ssp = (np.radians(46.5), np.radians(5.6))
    u = np.array([np.cos(ssp[0]) * np.cos(ssp[1]), np.cos(ssp[0]) * np.sin(ssp[1]), np.sin(ssp[0])])
    north = np.array([-np.sin(ssp[0]) * np.cos(ssp[1]), -np.sin(ssp[0]) * np.sin(ssp[1]), np.cos(ssp[0])])
    head = np.radians(-13)
    hv = np.cos(head) * north + np.sin(head) * np.cross(north, u)
    radius = 6371e3 + 693e3
    om = np.sqrt(3.986e14 / radius ** 3)
    nsv = 15
    tt = om * (np.arange(nsv) - 7) * 10.0
    pos = radius * (np.cos(tt)[:, None] * u + np.sin(tt)[:, None] * hv)
    vel = radius * om * (-np.sin(tt)[:, None] * u + np.cos(tt)[:, None] * hv)
    orbit = np.zeros((nsv, 2, 4))
    orbit[:, 0, :3], orbit[:, 1, :3] = pos, vel
    y, x = np.mgrid[0:nr, 0:nc] / nc
    z = 1400 + 900 * np.sin(9 * x + 2 * np.sin(7 * y)) * np.cos(8 * y) + 300 * np.sin(31 * x + 17 * y) + rng.normal(0, 8, (nr, nc))
    z = np.rint(z)
    z[(rng.random((nr // 10 + 1, nc // 10 + 1)) < 0.04).repeat(10, 0).repeat(10, 1)[:nr, :nc]] = -32768
    geo = np.array([lat0, lon0, -np.radians(1.2) / nr, np.radians(1.6) / nc, 50.0, 2.05e-3, 790e3, 2.33])
    launch("zero_doppler", size, [up(nc, loc[0]), up(nr, loc[1])], loc, dict(ncols=nc, nrows=nr, nstates=nsv), dict(spacing=10.0),
           dict(height=z.astype(np.int16), geo=geo, orbit=orbit, line_sample=nc * nr * 8))

# ---- shamir_combine: key blobs and pages split among holders
exp_t, log_t = np.zeros(512, np.uint8), np.zeros(256, int)
g = 1
for i in range(255):
    exp_t[i] = exp_t[i + 255] = g
    log_t[g] = i
    g = g ^ (g << 1)
    g ^= 0x11b if g & 256 else 0
mul = lambda a, b: np.where((a == 0) | (b == 0), 0, exp_t[log_t[a] + log_t[b]]).astype(np.uint8)
for size, nrec, thr, words in (("small", 3, 3, 64), ("middle", 40, 5, 512), ("large", 270, 6, 2048)):
    sec = rng.integers(0, 256, (nrec, words * 4), dtype=np.uint8)
    xs = np.stack([rng.permutation(np.arange(1, 20))[:thr] for _ in range(nrec)]).astype(np.uint8)
    coef = rng.integers(0, 256, (thr - 1, nrec, words * 4), dtype=np.uint8)
    shares = np.zeros((nrec, thr, words * 4), np.uint8)
    for s in range(thr):
        acc = np.zeros_like(sec)
        xx = np.broadcast_to(xs[:, s:s + 1], sec.shape)
        for c in coef:
            acc = mul(acc ^ c, xx)
        shares[:, s] = acc ^ sec
    launch("shamir_combine", size, [nrec * 64], [64], dict(threshold=thr, words=words), {},
           dict(xs=xs, shares=shares, secret=sec.nbytes))
    sec.tofile(os.path.join(data, f"check_shamir_{size}.bin"))

launches.sort(key=lambda l: (l["kernel"], SIZES.index(l["name"].rsplit("-", 1)[1])))
with open(os.path.join(here, "launches.json"), "w") as f:
    json.dump(launches, f, indent=1)
    f.write("\n")
