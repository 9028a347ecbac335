#!/usr/bin/env python3
"""Inputs and launches for the ten kernels of this folder (numpy only, deterministic)."""
import json
import os
import numpy as np

here = os.path.dirname(os.path.abspath(__file__))
data = os.path.join(here, "data")
os.makedirs(data, exist_ok=True)
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


# ---- fxaa_edges: a street scene without anti-aliasing: sky, houses at angles, wires, leaves and a display on top
rng = np.random.default_rng(3801)
for size, w, h, loc in (("small", 40, 24, [8, 8]), ("middle", 400, 224, [16, 8]), ("large", 1920, 1080, [32, 4])):
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    img = np.stack([90 + 90 * y / h, 130 + 70 * y / h, 200 - 30 * y / h], -1)
    for _ in range(26):                                                                         # houses with windows
        cx, cy, ang = rng.uniform(0, w), h * rng.uniform(0.45, 1), rng.normal(0, 0.12)
        a = (x - cx) * np.float32(np.cos(ang)) + (y - cy) * np.float32(np.sin(ang))
        b = (y - cy) * np.float32(np.cos(ang)) - (x - cx) * np.float32(np.sin(ang))
        inside = (np.abs(a) < rng.uniform(0.03, 0.12) * w) & (np.abs(b) < rng.uniform(0.1, 0.35) * h)
        tone = rng.uniform(50, 220) * np.array([1, 0.9, 0.8]) + rng.normal(0, 12, 3)
        img[inside] = tone * (1 + 0.1 * b[inside, None] / h)
        step = max(6, w // 60)
        panes = inside & (np.floor(a / step) % 2 == 0) & (np.floor(b / step) % 2 == 0)
        img[panes] = tone * 0.45 + rng.uniform(0, 60)
    for _ in range(9):                                                                          # wires and poles
        y0, slope, sag = h * rng.uniform(0.05, 0.5), rng.normal(0, 0.15), rng.uniform(0, 0.15) * h
        line = y0 + slope * x + sag * (x / w - 0.5) ** 2
        img[np.abs(y - line) < 0.6] = 25
    leaves = ((x - 0.2 * w) / (0.13 * w)) ** 2 + ((y - 0.55 * h) / (0.22 * h)) ** 2 < 1
    noise = rng.random((h // 2 + 1, w // 2 + 1)).repeat(2, 0).repeat(2, 1)[:h, :w]
    img[leaves & (noise > 0.35)] = [60, 105, 45]
    img[leaves & (noise > 0.75)] = [95, 150, 70]
    bar = slice(h - h // 12, h - h // 30)
    img[bar, w // 30:w // 4] = 30
    img[bar, w // 30:w // 6] = [200, 40, 40]
    img += np.float32(3) * np.sin(x / 37 + y / 53)[..., None]
    frame = np.empty((h, w, 4), np.uint8)
    frame[..., :3] = img.clip(0, 255)
    frame[..., 3] = frame[..., :3] @ np.array([0.299, 0.587, 0.114])
    launch("fxaa_edges", size, [up(w, loc[0]), up(h, loc[1])], loc, dict(width=w, height=h),
           dict(edge_threshold=0.125, edge_threshold_min=0.0625, subpixel=0.75), dict(frame=frame, out=w * h * 4))

# ---- join_build: orders come nearly in the order of their dates; big customers order often; keys with gaps
rng = np.random.default_rng(3802)
for size, n, customers, bucket_bits, bloom_bits, loc in (("small", 2500, 700, 10, 7, 16), ("middle", 120000, 20000, 15, 12, 64),
                                                         ("large", 2500000, 400000, 20, 17, 64)):
    rank = rng.permutation(customers)
    who = np.where(rng.random(n) < 0.3, (customers ** rng.random(n)).astype(int) - 1, rng.integers(0, customers, n))
    who = rank[np.clip(who, 0, customers - 1)].astype(np.uint64)
    key = who // np.uint64(8) * np.uint64(32) + who % np.uint64(8) + np.uint64(7_000_000_000)
    t = np.linspace(0, 2400, n) + rng.exponential(4, n)
    date = 8035 + t.astype(np.uint32)
    launch("join_build", size, [up(n, loc)], [loc],
           dict(nrows=n, first_date=8035 + 500, last_date=8035 + 1900, wanted=0b10111, bucket_bits=bucket_bits, bloom_bits=bloom_bits), {},
           dict(customer=key, order_date=date, priority=rng.choice(5, n, p=[.2, .2, .2, .25, .15]).astype(np.uint8),
                head=np.full(1 << bucket_bits, 0xffffffff, np.uint32), next=n * 4, bloom=np.zeros(1 << bloom_bits, np.uint32)))

# ---- porter_stem: function words, stems with the endings of English prose, a few names and strings that are no words
rng = np.random.default_rng(3803)
common = ("the of and to in a is that it was for on as with be by he his at from are this have not but had which or an they you were her "
          "all their has would there been if more when will no out so what up said who about into them can only other time new some could "
          "these two may then do first any my now such like our over even most after also did many before must through years where much "
          "your way well down should because each just those people how too little state good very make world still own see men work long "
          "here between both life being under never day same another know while last might us great old year off come since against go "
          "came right used take three").split()
stems = ("relat condit ration valen hesit digit conform radic different vil analog vietnam predic operat feud decis hope callous formal "
         "sensit sensib triplic form electric hop good reviv allow infer airlin gyroscop adjust defens irrit replac depend adopt commun "
         "activ angular effect bowdler probat rat ceas control roll motor plaster agreed sing conflat troubl siz hiss fail fil happ sk "
         "caress pon tie cat nation gener oscill connect argu comput system organ develop govern produc econom polit histor manag measur "
         "provid consid requir includ increas establish express determin particul individu respons import possibl educ public industr "
         "social natur investig communic associ particip appreci administr character demonstr recogn illustr interpret transform").split()
endings = [""] * 9 + ["s"] * 6 + ["ed"] * 5 + ["ing"] * 5 + ["e"] * 5 + ("es er ly ation ations ational izing ized ization ive iveness al ally "
                                                                        "ality ful fulness ous ously ousness ment ments able ability ence ent "
                                                                        "ently ies y icate icity ical tion tions ness ator ating ated").split()
prefixes = [""] * 14 + ["un", "re", "dis", "over", "inter", "counter"]
for size, n, loc in (("small", 320, 8), ("middle", 12000, 32), ("large", 350000, 64)):
    kind = rng.random(n)
    zipf = np.minimum((len(common) ** rng.random(n)).astype(int), len(common)) - 1
    pick = np.stack([rng.integers(0, len(prefixes), n), (len(stems) * rng.random(n) ** 1.6).astype(int), rng.integers(0, len(endings), n)], 1)
    words = []
    for k in range(n):
        if kind[k] < 0.47:
            words.append(common[zipf[k]])
        elif kind[k] < 0.985:
            words.append(prefixes[pick[k, 0]] + stems[pick[k, 1]] + endings[pick[k, 2]])
        else:
            words.append("".join("abcdefghijklmnopqrstuvwxyz"[c] for c in rng.integers(0, 26, rng.integers(3, 44))))
    ptr = np.concatenate(([0], np.cumsum([len(v) for v in words])))
    launch("porter_stem", size, [up(n, loc)], [loc], dict(ntokens=n), {},
           dict(text=np.frombuffer("".join(words).encode(), np.uint8), token_ptr=ptr.astype(np.uint32), stems=ptr[-1], stem_len=n))

# ---- ik_dls7: following a path closely, a coarser path, and grasps from a far posture, some of them out of reach
rng = np.random.default_rng(3804)
twist = np.array([0, -1, 1, 1, -1, 1, 1]) * np.pi / 2
length = np.array([0, 0, 0, 0.0825, -0.0825, 0, 0.088])
offset = np.array([0.333, 0, 0.316, 0, 0.384, 0, 0])
bound = np.array([[-2.8973, 2.8973], [-1.7628, 1.7628], [-2.8973, 2.8973], [-3.0718, -0.0698], [-2.8973, 2.8973], [-0.0175, 3.7525], [-2.8973, 2.8973]])
home = np.array([0, -0.6, 0, -2.2, 0, 1.6, 0.7])


def quat_mul(a, b):
    v = a[:, 3:] * b[:, :3] + b[:, 3:] * a[:, :3] + np.cross(a[:, :3], b[:, :3])
    return np.concatenate((v, a[:, 3:] * b[:, 3:] - (a[:, :3] * b[:, :3]).sum(1, keepdims=True)), 1)


def quat_turn(q, v):
    t = 2 * np.cross(q[:, :3], v)
    return v + q[:, 3:] * t + np.cross(q[:, :3], t)


def reach(q):
    rot, pos = np.tile([0, 0, 0, 1.0], (len(q), 1)), np.zeros((len(q), 3))
    zero = np.zeros(len(q))
    for j in range(7):
        a = np.full(len(q), twist[j] / 2)
        pos = pos + quat_turn(rot, np.stack([zero + length[j], zero - np.sin(twist[j]) * offset[j], zero + np.cos(twist[j]) * offset[j]], 1))
        rot = quat_mul(rot, np.stack([np.sin(a), zero, zero, np.cos(a)], 1))
        rot = quat_mul(rot, np.stack([zero, zero, np.sin(q[:, j] / 2), np.cos(q[:, j] / 2)], 1))
    return pos + quat_turn(rot, np.tile([0, 0, 0.107], (len(q), 1))), rot


for size, n, spread, most, loc in (("small", 16, 0.04, 10, 2), ("middle", 480, 0.3, 25, 4), ("large", 1800, 0.0, 60, 8)):
    t = np.arange(n)[:, None] / n
    if size == "large":
        goal = home + rng.normal(0, 0.55, (n, 7)) * [2, 1, 1.5, 0.8, 1.5, 1, 2]
        start = np.tile(home, (n, 1)) + rng.normal(0, 0.1, (n, 7))
    else:
        goal = home + 0.5 * np.sin(2 * np.pi * t * [1, 2, 1, 1, 3, 1, 2] + np.arange(7))
        start = goal + rng.normal(0, spread, (n, 7))
    goal, start = np.clip(goal, bound[:, 0], bound[:, 1]), np.clip(start, bound[:, 0], bound[:, 1])
    pos, rot = reach(goal)
    if size == "large":
        pos[rng.random(n) < 0.06] *= 1.6                                                        # out of reach
    target = np.zeros((n, 2, 4), np.float32)
    target[:, 0, :3], target[:, 1] = pos, rot
    launch("ik_dls7", size, [up(n, loc)], [loc], dict(ntargets=n, max_iterations=most), dict(flange=0.107, tolerance=5e-4, damping=0.05),
           dict(link=np.stack([np.sin(twist), np.cos(twist), length, offset], 1).astype(np.float32), limit=bound.astype(np.float32),
                target=target, start=start.astype(np.float32), joints=n * 28, residual=n * 8, iterations=n * 4))

# ---- lodf_screen: a grid of towns joined to their neighbours, loads by the size of a town, some plants; flows of four hours
rng = np.random.default_rng(3805)
for size, nbus, nout, loc in (("small", 100, 20, 8), ("middle", 420, 560, 32), ("large", 1700, 2400, 64)):
    at = rng.random((nbus, 2)) ** [1, 1.3]
    d2 = ((at[:, None] - at[None]) ** 2).sum(-1)
    np.fill_diagonal(d2, 9)
    near3 = np.argsort(d2, 1)[:, :3]
    pairs = {(min(i, j), max(i, j)) for i in range(nbus) for j in near3[i, :rng.integers(1, 4)].tolist()}
    best, parent, inside = d2[0].copy(), np.zeros(nbus, int), np.zeros(nbus, bool)
    inside[0] = True
    for _ in range(nbus - 1):                                                                   # and a spanning tree
        k = int(np.argmin(np.where(inside, 99, best)))
        pairs.add((min(k, int(parent[k])), max(k, int(parent[k]))))
        inside[k] = True
        closer = d2[k] < best
        best[closer], parent[closer] = d2[k][closer], k
    ends = np.array(sorted(pairs), np.int32)
    nbr = len(ends)
    suscept = rng.lognormal(0, 0.3, nbr) / (np.sqrt(d2[ends[:, 0], ends[:, 1]]) + 0.005)
    inc = np.zeros((nbr, nbus))
    inc[np.arange(nbr), ends[:, 0]], inc[np.arange(nbr), ends[:, 1]] = 1, -1
    lap = inc.T @ (suscept[:, None] * inc)
    shift = np.zeros((nbus, nbr))
    shift[1:] = np.linalg.solve(lap[1:, 1:], (suscept[:, None] * inc)[:, 1:].T)
    demand = rng.lognormal(3, 0.9, nbus)
    plants = rng.choice(nbus, max(nbus // 12, 4), replace=False)
    flows = []
    for hour in range(4):
        gen = np.zeros(nbus)
        gen[plants] = rng.gamma(2, 1, len(plants))
        load = demand * (0.7 + 0.15 * hour) * rng.normal(1, 0.05, nbus)
        flows.append((gen / gen.sum() * load.sum() - load) @ shift)
    flow = np.stack(flows, 1)
    rating = np.maximum(np.abs(flow).max(1) * rng.uniform(1.08, 1.7, nbr), np.quantile(np.abs(flow), 0.4))
    outage = np.arange(nbr) if nout >= nbr else np.sort(rng.choice(nbr, nout, replace=False))
    launch("lodf_screen", size, [len(outage) * loc], [loc], dict(nbranches=nbr), {},
           dict(shift=shift.astype(np.float32), ends=ends, flow=flow.astype(np.float32), inv_rating=(1 / rating).astype(np.float32),
                outage=outage.astype(np.int32), worst=len(outage) * 16, worst_at=len(outage) * 16, overloads=len(outage) * 16))

# ---- prism_gravity: a range of mountains with a lake, stations along the valleys and on its shore
rng = np.random.default_rng(3806)
for size, n, side, near, far, loc in (("small", 6, 64, 1.6, 10, 1), ("middle", 40, 160, 3.4, 24, 2), ("large", 560, 640, 5.4, 60, 4)):
    cell = 50.0
    k = np.hypot(np.fft.fftfreq(side)[:, None], np.fft.rfftfreq(side)[None])
    spec = np.fft.rfft2(rng.normal(0, 1, (side, side))) / np.maximum(k, 1 / side) ** 1.9
    h = np.fft.irfft2(spec, s=(side, side))
    h = 900 + 380 * (h - h.mean()) / h.std() + rng.normal(0, 0.4, (side, side))
    h = np.maximum(h, np.quantile(h, 0.14)).astype(np.float32)                                  # the lake
    pick = rng.integers(2, side - 2, (n * 3, 2))
    pick = pick[np.argsort(h[pick[:, 0], pick[:, 1]], kind="stable")][rng.permutation(n + n // 2)[:n]]
    st = np.zeros((n, 4))
    st[:, 0], st[:, 1] = (pick[:, 1] + rng.uniform(0.05, 0.95, n)) * cell, (pick[:, 0] + rng.uniform(0.05, 0.95, n)) * cell
    st[:, 2] = h[pick[:, 0], pick[:, 1]] + np.where(rng.random(n) < 0.3, 0, rng.normal(0, 1.5, n))
    launch("prism_gravity", size, [up(n, loc)], [loc], dict(nstations=n, nx=side, ny=side),
           dict(cell=cell, near=near * cell, far=far * cell, density=2670.0), dict(terrain=h, station=st, correction=n * 8, prisms=n * 4))

# ---- sta_nldm: a placed netlist: fan-in mostly from close by, some nets go everywhere; a library of five strengths
rng = np.random.default_rng(3807)
arc = np.dtype([("slew", "f4", 7), ("load", "f4", 7), ("delay", "f4", (2, 49)), ("transition", "f4", (2, 49))])
kinds = [(1, 1, .22), (1, 0, .14), (2, 1, .24), (2, 1, .12), (3, 1, .08), (2, 0, .06), (2, 2, .05), (3, 1, .05), (4, 1, .04)]   # inputs, sense
strengths = [.5, 1, 2, 4, 8]
lib, first_arc = [], {}
for c, (pins, sense, _) in enumerate(kinds):
    for d, strength in enumerate(strengths):
        first_arc[c, d] = len(lib)
        for p in range(pins):
            a = np.zeros((), arc)
            a["slew"] = 0.005 * 2.35 ** np.arange(7)
            a["load"] = 0.0006 * strength * 2.3 ** np.arange(7)
            for to in range(2):
                r, own = rng.uniform(2.4, 3.6) * (1 + 0.25 * pins) / strength, rng.uniform(0.006, 0.012) * (1 + 0.3 * pins + 0.2 * p)
                s, l = a["slew"][:, None], a["load"][None]
                a["delay"][to] = (own + 0.7 * r * l + 0.16 * s ** 0.9 + 0.2 * np.sqrt(s * r * l)).ravel()
                a["transition"][to] = (0.6 * own + 1.5 * r * l + 0.12 * s * np.exp(-r * l * 20)).ravel()
            lib.append(a)
for size, ngates, nnets, loc in (("small", 180, 3000, 8), ("middle", 9000, 90000, 32), ("large", 220000, 1200000, 64)):
    own = np.sort(rng.choice(nnets, ngates, replace=False))
    is_own = np.zeros(nnets, bool)
    is_own[own] = True
    others = np.flatnonzero(~is_own)
    kind = rng.choice(len(kinds), ngates, p=[k[2] for k in kinds])
    strength = rng.choice(5, ngates, p=[.16, .42, .24, .13, .05])
    pins = np.array([k[0] for k in kinds])[kind]
    ptr = np.concatenate(([0], np.cumsum(pins)))
    gate = np.repeat(np.arange(ngates), pins)
    where = own[gate] / nnets * len(others) + rng.standard_cauchy(len(gate)) * 25
    where = np.where(rng.random(len(gate)) < 0.05, (rng.random(len(gate)) ** 3 * 200) * len(others) / 200, where)
    source = others[np.clip(where, 0, len(others) - 1).astype(int)]
    start = np.array([[first_arc[c, d] for d in range(5)] for c in range(len(kinds))])[kind, strength]
    which = start[gate] + np.arange(len(gate)) - ptr[:-1][gate]
    fanin = np.stack([source, which * 4 + np.array([k[1] for k in kinds])[kind][gate]], 1).astype(np.uint32)
    hop = np.abs(source - own[gate])
    wire = 0.0004 * np.minimum(hop, 4000) ** 0.6 * rng.lognormal(0, 0.4, len(gate))
    base = rng.gamma(6, 0.05, nnets)
    arrival = np.stack([base, base * rng.normal(1, 0.04, nnets)], 1)
    slew = np.stack([rng.lognormal(-3.3, 0.7, nnets), rng.lognormal(-3.4, 0.7, nnets)], 1)
    arrival[is_own], slew[is_own] = 0, 0
    launch("sta_nldm", size, [up(ngates, loc)], [loc], dict(ngates=ngates), {},
           dict(library=np.array(lib, arc), fanin_ptr=ptr.astype(np.uint32), fanin=fanin, wire=np.stack([wire, wire * 1.1], 1).astype(np.float32),
                gate_net=own.astype(np.uint32), net_load=(rng.lognormal(-5.2, 0.8, nnets)).astype(np.float32),
                arrival=arrival.astype(np.float32), slew=slew.astype(np.float32), critical=ngates * 8))

# ---- epg_fingerprint: lobes of angles, slowly wandering repetition times, spoiling phases; tissues from white matter to water
rng = np.random.default_rng(3808)
for size, n, npulses, orders in (("small", 8, 24, 16), ("middle", 20, 160, 32), ("large", 128, 480, 64)):
    t = np.arange(npulses)
    lobe = np.array([35, 60, 20, 45, 70, 25])[t // 80 % 6]
    angle = np.radians(5 + lobe * np.abs(np.sin(np.pi * t / 80)) + rng.normal(0, 0.3, npulses))
    phase = np.where(t % 160 < 80, np.pi * (t % 2), np.radians(117.0 * t * (t + 1) / 2 % 360))
    tr = 11.5 + 1.5 * np.convolve(rng.normal(0, 1, npulses + 30), np.ones(31) / 31 ** 0.5, "valid").clip(-2, 2)
    t1 = np.exp(rng.uniform(np.log(250), np.log(4000), n))
    t2 = np.minimum(np.exp(rng.uniform(np.log(20), np.log(1500), n)), t1 * 0.8)
    launch("epg_fingerprint", size, [n * orders], [orders], dict(npulses=npulses), {},
           dict(entry=np.stack([t1, t2, rng.normal(1, 0.07, n), np.full(n, 0.96)], 1).astype(np.float32),
                pulse=np.stack([angle, phase, tr, np.full(npulses, 2.1)], 1).astype(np.float32), signal=n * npulses * 8))

# ---- ld_r2_window: people as mosaics of some founders' chromosomes, recombination in hot spots, a few calls missing
rng = np.random.default_rng(3809)
for size, nvar, window, people, loc in (("small", 40, 16, 500, [4, 4]), ("middle", 220, 32, 2000, [8, 4]), ("large", 1100, 64, 7000, [16, 4])):
    gap = rng.exponential(260, nvar) * np.where(rng.random(nvar) < 0.03, 20, 1)
    position = 1_000_000 + np.cumsum(gap.astype(int) + 1)
    founders = rng.random((nvar, 30)) < np.clip(rng.beta(0.5, 1.1, (nvar, 1)), 0.02, 0.98)
    twin = np.flatnonzero(rng.random(nvar - 1) < 0.45) + 1                                       # old neighbours, same carriers
    for k in twin:
        founders[k] = founders[k - 1] ^ (rng.random(30) < 0.06)
    hot = np.where(rng.random(nvar) < 0.04, 60, 1)
    from_ = rng.integers(0, 30, 2 * people)
    words = (people + 63) // 64
    planes = np.zeros((3, nvar, words * 64), bool)
    for v in range(nvar):
        jump = rng.random(2 * people) < 1 - np.exp(-gap[v] * hot[v] * 4e-6)
        from_[jump] = rng.integers(0, 30, jump.sum())
        g = founders[v][from_].reshape(people, 2) ^ (rng.random((people, 2)) < 0.001)
        called = rng.random(people) >= rng.choice([0.001, 0.02], p=[.9, .1])
        planes[0, v, :people] = g.any(1) & called
        planes[1, v, :people] = g.all(1) & called
        planes[2, v, :people] = called
    some, both, called = np.packbits(planes, axis=-1, bitorder="little").view(np.uint64)
    launch("ld_r2_window", size, [up(window, loc[0]), up(nvar, loc[1])], loc,
           dict(nvariants=nvar, window=window, words=words, max_distance=25000), dict(threshold=0.5),
           dict(some=some, both=both, called=called, position=position.astype(np.uint32), r2=nvar * window * 4, linked=(nvar + 31) // 32 * 4))

# ---- seir_contacts: households side by side, classes, firms of all sizes, passers-by mostly from the quarter; a wave in some quarters
rng = np.random.default_rng(3810)
for size, n, day, loc in (("small", 700, 22, 16), ("middle", 22000, 30, 32), ("large", 420000, 38, 64)):
    home = np.repeat(np.arange(n), rng.choice([1, 2, 3, 4, 5, 6], n, p=[.36, .33, .13, .11, .05, .02]))[:n]
    many = np.bincount(home)[home]
    nth = np.arange(n) - np.concatenate(([0], np.flatnonzero(np.diff(home)) + 1))[np.cumsum(np.concatenate(([0], np.diff(home) > 0)))]
    age = np.where((many >= 3) & (nth >= 2), rng.integers(0, 20, n), np.clip(rng.normal(np.where(many >= 3, 40, 55), np.where(many >= 3, 9, 19)), 20, 89))
    group = np.minimum(age // 10, 8).astype(int)
    pairs = []

    def meet(who, place_of, reach_, place):
        for k in range(1, reach_ + 1):
            same = place_of[k:] == place_of[:-k]
            pairs.append(np.stack([who[:-k][same], who[k:][same], np.full(same.sum(), place)], 1))

    meet(np.arange(n), home, 5, 0)
    pupils = np.flatnonzero((age >= 4) & (age < 19))
    pupils = pupils[np.lexsort((age[pupils].astype(int), pupils // 3000))]
    meet(pupils, np.arange(len(pupils)) // 23, 5, 1)
    staff = np.flatnonzero((age >= 19) & (age < 66) & (rng.random(n) < 0.75))
    staff = staff[np.argsort(staff + rng.normal(0, 8000, len(staff)))]
    firm = np.repeat(np.arange(len(staff)), np.minimum(1 + rng.pareto(0.9, len(staff)), 300).astype(int))[:len(staff)]
    meet(staff, firm, 4, 2)
    a = rng.permutation(n).repeat(2)
    b = np.where(rng.random(2 * n) < 0.8, a + np.rint(rng.laplace(0, 900, 2 * n)).astype(int), rng.integers(0, n, 2 * n)) % n
    pairs.append(np.stack([a[a != b], b[a != b], np.full((a != b).sum(), 3)], 1))
    pairs = np.concatenate(pairs)
    u, v = np.concatenate((pairs[:, 0], pairs[:, 1])), np.concatenate((pairs[:, 1], pairs[:, 0]))
    c = v << 2 | np.tile(pairs[:, 2], 2)
    order = np.argsort(u, kind="stable")
    ptr = np.concatenate(([0], np.cumsum(np.bincount(u, minlength=n))))
    quarter = np.arange(n) / n
    wave = np.clip(0.05 + 0.3 * np.sin(9 * quarter + 1) + 0.25 * np.sin(31 * quarter), 0.01, 0.5)
    hit = rng.random(n) < wave * np.where(rng.random(home[-1] + 1) < 0.5, 1.7, 0.3)[home]
    since = np.minimum(rng.exponential(9, n).astype(int), day - 1)
    stage = np.select([~hit, since < 3, since < 6, since < 11, (since < 16) & (rng.random(n) < 0.1)], [0, 1, 2, 3, 4], 5)
    stage[(stage == 5) & (rng.random(n) < 0.01)] = 6
    left = np.where((stage > 0) & (stage < 5), np.minimum(1 + rng.exponential(2.5, n), 60).astype(int), 0)
    state = stage | left << 8 | np.where(hit, day - since, 0) << 16
    launch("seir_contacts", size, [up(n, loc)], [loc], dict(npeople=n, day=day), dict(household=1.0, school=0.5, work=0.35, passing=0.2, beta=0.045),
           dict(contact_ptr=ptr.astype(np.uint32), contact=c[order].astype(np.uint32), age_group=group.astype(np.uint8), state=state.astype(np.uint32),
                next_state=n * 4, events=np.zeros(45, np.uint32)))

launches.sort(key=lambda l: (l["kernel"], SIZES.index(l["name"].rsplit("-", 1)[1])))
with open(os.path.join(here, "launches.json"), "w") as f:
    json.dump(launches, f, indent=1)
    f.write("\n")
