#!/usr/bin/env python3
"""Inputs and launches for the ten kernels of this folder (numpy only, deterministic)."""
import json
import os
import numpy as np

here = os.path.dirname(os.path.abspath(__file__))
data = os.path.join(here, "data")
os.makedirs(data, exist_ok=True)
rng = np.random.default_rng(2031)
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


# ---- bem_helmholtz: a submarine-like hull (ellipsoid with a tower bump) cut in panels, a plane wave on it
for size, n in (("small", 150), ("middle", 1100), ("large", 4700)):
    k = np.arange(n) + 0.5
    t, phi = np.arccos(1 - 2 * k / n), np.pi * (1 + 5 ** 0.5) * k
    d = np.stack([np.cos(t), np.sin(t) * np.cos(phi), np.sin(t) * np.sin(phi)], 1)
    half = np.array([10.0, 1.6, 1.6])
    c = d * half
    c[:, 2] += 0.9 * np.exp(-((c[:, 0] - 2) ** 2 + c[:, 1] ** 2) / 1.2) * (d[:, 2] > 0)
    nrm = d / half
    nrm /= np.linalg.norm(nrm, axis=1)[:, None]
    area = 4 * np.pi / n * np.prod(half) * np.linalg.norm(d / half, axis=1)
    wave = 2 * np.pi * 400 / 1500
    p = np.exp(1j * wave * (c @ np.array([0.8, 0.6, 0])))
    q = 1j * wave * (nrm @ np.array([0.8, 0.6, 0])) * p
    launch("bem_helmholtz", size, [up(n, 64)], [64], dict(npanels=n), dict(wave=wave),
           dict(centre=np.concatenate([c, area[:, None]], 1).astype(np.float32),
                normal=np.concatenate([nrm, np.zeros((n, 1))], 1).astype(np.float32),
                density=np.stack([q.real, q.imag, p.real, p.imag], 1).astype(np.float32), result=n * 8))


# ---- cryo_diff2: a molecule of blobs, its Fourier volume, a noisy image of it, orientations on a spiral
def rotation(a, b, c):
    ca, sa, cb, sb, cc, sc = np.cos(a), np.sin(a), np.cos(b), np.sin(b), np.cos(c), np.sin(c)
    return np.array([[cc * cb * ca - sc * sa, cc * cb * sa + sc * ca, -cc * sb],
                     [-sc * cb * ca - cc * sa, -sc * cb * sa + cc * ca, sc * sb], [sb * ca, sb * sa, cb]])


for size, box, norient in (("small", 24, 10), ("middle", 64, 60), ("large", 110, 230)):
    rmax = box // 2 - 2
    blobs = rng.normal(0, box * 0.12, (60, 3))
    x, y, z = np.arange(rmax + 2), np.arange(-rmax - 1, rmax + 2), np.arange(-rmax - 1, rmax + 2)
    vol = np.zeros((len(z), len(y), len(x)), np.complex64)
    phase = lambda k, u: np.exp(-2j * np.pi * k * u / box)
    for b in blobs:
        vol += (phase(z, b[2])[:, None, None] * phase(y, b[1])[None, :, None] * phase(x, b[0])[None, None, :]).astype(np.complex64)
    rad2 = z[:, None, None] ** 2 + y[None, :, None] ** 2 + x[None, None, :] ** 2
    vol *= np.exp(-rad2 / (0.35 * box) ** 2)
    k = np.arange(norient) + 0.5
    eul = np.stack([rotation(np.pi * (1 + 5 ** 0.5) * i, np.arccos(1 - 2 * i / norient), 0.7 * i) for i in k])
    hw = box // 2 + 1
    iy, ix = np.meshgrid(np.arange(box), np.arange(hw), indexing="ij")
    iy = np.where(iy > box // 2, iy - box, iy)
    g = np.sqrt(ix * ix + iy * iy)
    ctf = -np.sin(60 * (g / box) ** 2 + 0.1) * np.exp(-3 * (g / box) ** 2)
    pts = eul[norient // 3][:, 0, None, None] * ix + eul[norient // 3][:, 1, None, None] * iy
    flip = pts[0] < 0
    pts = np.rint(np.where(flip, -pts, pts)).astype(int)
    pts = [np.clip(p - o, 0, len(a) - 1) for p, o, a in zip(pts, (0, -rmax - 1, -rmax - 1), (x, y, z))]
    img = vol[pts[2], pts[1], pts[0]]
    img = np.where(flip, img.conj(), img) * ctf + rng.normal(0, 6, (box, hw)) + 1j * rng.normal(0, 6, (box, hw))
    sh = np.stack([rng.integers(-3, 4, 8), rng.integers(-3, 4, 8)]) * 2 * np.pi / box
    launch("cryo_diff2", size, [norient * 128], [128], dict(size=box, rmax=rmax), {},
           dict(volume=vol, eulers=eul.astype(np.float32), image=img.astype(np.complex64),
                weight=np.stack([ctf, 1 / (2 * 36.0 * (1 + g / box))], -1).astype(np.float32),
                shifts=sh.astype(np.float32), diff2=norient * 32))

# ---- schwarzschild_rays: a camera a little above the disc, a sky of stars and a milky band
for size, w, h, sw, sh, loc in (("small", 28, 18, 128, 64, [4, 2]), ("middle", 120, 75, 500, 250, [8, 8]),
                                ("large", 420, 250, 1200, 600, [16, 8])):
    y, x = np.mgrid[0:sh, 0:sw]
    band = 70 * np.exp(-((y / sh - 0.5 - 0.15 * np.sin(x / sw * 6.283)) / 0.08) ** 2)
    sky = np.stack([band, band * 0.9, band * 1.1, 255 + 0 * band], -1)
    star = rng.random((sh, sw)) < 0.01
    sky[star, :3] += rng.gamma(1.2, 70, (star.sum(), 1))
    eye = np.array([0, 2.2, -17.0])
    ahead = -eye / np.linalg.norm(eye)
    right = np.cross([0, 1, 0], ahead)
    right /= np.linalg.norm(right)
    cam = np.stack([eye, right, np.cross(ahead, right), ahead])
    launch("schwarzschild_rays", size, [up(w, loc[0]), up(h, loc[1])], loc,
           dict(width=w, height=h, sky_w=sw, sky_h=sh, max_steps=500), dict(field=0.62, inner=3.0, outer=11.0),
           dict(sky=np.clip(sky, 0, 255).astype(np.uint8), camera=np.pad(cam, ((0, 0), (0, 1))).astype(np.float32), picture=w * h * 4))

# ---- bitshuffle_blocks: readings of a sensor as 32-bit integers, a drift with noise and jumps
for size, n, per, loc in (("small", 32 * 200, 16, 8), ("middle", 32 * 11000, 64, 64), ("large", 32 * 375000, 64, 64)):
    v = np.cumsum(rng.integers(-40, 41, n)) + 4000000 + 3000 * np.sin(np.arange(n) / 900)
    v += np.where(rng.random(n) < 0.001, 100000, 0)
    launch("bitshuffle_blocks", size, [up(n // 32, loc)], [loc], dict(ngroups=n // 32, groups_per_block=per, use_xor=0), {},
           dict(values=v.astype(np.int64).astype(np.uint32), planes=n * 4))

# ---- tz_civil_fields: events of ten years nearly by time, many in few zones, some null
for size, n, nzone, loc in (("small", 2500, 12, 16), ("middle", 130000, 200, 64), ("large", 3500000, 420, 64)):
    change, offset, ptr = [], [], [0]
    for zn in range(nzone):
        base = int(rng.integers(-20, 26)) * 1800
        c, o = [-(1 << 60), -2000000000], [base + int(rng.integers(-900, 900)), base]
        if rng.random() < 0.6:
            first = int(rng.integers(1970, 1990))
            for year in range(first, 2038):
                start = (year - 1970) * 31556952
                c += [start + int(rng.integers(80, 92)) * 86400 + 3600, start + int(rng.integers(295, 306)) * 86400 + 3600]
                o += [base + 3600, base]
        else:
            for year in sorted(rng.choice(np.arange(1971, 2020), rng.integers(0, 5), replace=False)):
                c.append((int(year) - 1970) * 31556952)
                o.append(base + int(rng.choice([-3600, 0, 3600])))
        change += c
        offset += o
        ptr.append(len(change))
    t = np.sort(rng.integers(1420070400, 1735689600, n)) * 1000000 + rng.integers(0, 1000000, n)
    t += (rng.exponential(30, n) * -1e6).astype(np.int64)
    t[rng.random(n) < 0.01] = np.iinfo(np.int64).min
    share = 1 / (np.arange(nzone) + 1.0) ** 1.1
    zone = rng.choice(rng.permutation(nzone), n, p=share / share.sum())
    launch("tz_civil_fields", size, [up(n, loc)], [loc], dict(nrows=n), {},
           dict(micros=t.astype(np.int64), zone=zone.astype(np.uint16), zone_ptr=np.array(ptr, np.uint32),
                change=np.array(change, np.int64), offset=np.array(offset, np.int32), date=n * 4, rest=n * 4))

# ---- phast_sweep: the lowest level of a road network's hierarchy, tails near in the order, some far
for size, higher, count, loc in (("small", 260, 400, 8), ("middle", 11000, 14000, 32), ("large", 330000, 440000, 64)):
    deg = rng.choice([1, 2, 3, 4, 5, 7], count, p=[0.16, 0.3, 0.32, 0.14, 0.06, 0.02])
    ptr = np.concatenate(([0], np.cumsum(deg)))
    home = np.repeat(np.arange(count) / count * higher, deg)
    spread = np.where(rng.random(len(home)) < 0.75, 30, higher / 20)
    tail = np.clip(home + rng.normal(0, 1, len(home)) * spread, 0, higher - 1).astype(np.uint32)
    weight = np.maximum(1, rng.lognormal(5.5, 1.0, len(home))).astype(np.uint32)
    dist = np.full((higher + count, 16), 0x3fffffff, np.uint32)
    dist[:higher] = rng.integers(1000, 400000, (higher, 1)) + rng.integers(0, 90000, (higher, 16))
    for s in range(16):                                   # the sources' own upward searches
        dist[higher + rng.integers(0, count, 3), s] = rng.integers(0, 500, 3)
    dist[:higher][rng.random(higher) < 0.02, :5] = 0x3fffffff
    launch("phast_sweep", size, [up(count, loc)], [loc], dict(first=higher, count=count), {},
           dict(arc_ptr=ptr.astype(np.uint32), arcs=np.stack([tail, weight], 1), dist=dist, reached=count * 4))

# ---- rwkv6_wkv: activations of a layer, decays from quick to slow over the channels
for size, seqs, heads, tokens in (("small", 1, 2, 6), ("middle", 1, 12, 50), ("large", 3, 32, 150)):
    shape = (seqs, tokens, heads * 64)
    act = lambda s: rng.normal(0, s, shape).astype(np.float32)
    decay = np.linspace(-6, 0.5, heads * 64) + rng.normal(0, 0.2, shape)
    launch("rwkv6_wkv", size, [seqs * heads * 64], [64], dict(tokens=tokens, heads=heads), {},
           dict(key=act(0.6), value=act(0.8), recept=act(0.7), decay=decay.astype(np.float32),
                bonus=rng.normal(0.3, 0.3, heads * 64).astype(np.float32),
                state_in=rng.normal(0, 0.4, seqs * heads * 4096).astype(np.float32),
                state_out=seqs * heads * 16384, out=seqs * tokens * heads * 256))

# ---- tsdf_integrate: a room corner with balls, a camera before it, holes in the depth
for size, nx, ny, nz, w, h, loc in (("small", 26, 22, 20, 80, 60, [4, 4, 2]), ("middle", 80, 70, 64, 320, 240, [16, 4, 1]),
                                    ("large", 230, 210, 190, 640, 480, [32, 2, 1])):
    voxel, focal, cx, cy = 3.0 / nx, 0.85 * w, (w - 1) / 2, (h - 1) / 2
    a = 0.12
    rot = np.array([[np.cos(a), 0, -np.sin(a)], [0, 1, 0], [np.sin(a), 0, np.cos(a)]])
    eye = np.array([1.3, 1.25, -0.6])
    v, u = np.mgrid[0:h, 0:w]
    ray = np.stack([(u - cx) / focal, (v - cy) / focal, np.ones((h, w))], -1) @ rot
    far = (nz * voxel - 0.25 - eye[2]) / ray[..., 2]
    floor = np.where(ray[..., 1] > 1e-3, (ny * voxel - 0.3 - eye[1]) / np.maximum(ray[..., 1], 1e-3), 1e9)
    dep = np.minimum(far, floor)
    for cen, rad in (((0.9, 1.7, 1.1), 0.4), ((2.0, 1.2, 1.5), 0.35), ((1.5, 2.0, 0.6), 0.25)):
        oc = eye - np.array(cen)
        b, qa, cc = ray @ oc, (ray * ray).sum(-1), oc @ oc - rad * rad
        disc = b * b - qa * cc
        dep = np.where(disc > 0, np.minimum(dep, (-b - np.sqrt(np.maximum(disc, 0))) / qa), dep)
    mm = dep * 1000 + rng.normal(0, 3, dep.shape)
    mm[(rng.random((h // 20 + 1, w // 20 + 1)) < 0.06).repeat(20, 0).repeat(20, 1)[:h, :w]] = 0
    z, y, x = np.meshgrid(*((np.arange(k, dtype=np.float32) + 0.5) * voxel for k in (nz, ny, nx)), indexing="ij", sparse=True)
    sd = np.minimum(nz * voxel - 0.25 - z, ny * voxel - 0.3 - y) + 0 * x
    old = np.zeros((nz, ny, nx, 2), np.int16)
    old[..., 0] = np.where(sd > -0.08, np.clip(sd / 0.08, -1, 1) * 32766, 0)
    old[..., 1] = np.where(sd > -0.08, 12, 0)
    m = np.concatenate([rot, (-rot @ eye)[:, None]], 1)
    launch("tsdf_integrate", size, [up(nx, loc[0]), up(ny, loc[1]), up(nz, loc[2])], loc,
           dict(nx=nx, ny=ny, nz=nz, width=w, height=h, max_weight=64),
           dict(voxel=voxel, focal=focal, cx=cx, cy=cy, trunc=0.08),
           dict(depth=np.clip(mm, 0, 65535).astype(np.uint16), world_to_cam=m.astype(np.float32), volume=old))

# ---- mfcc_frames: speech-like sound at 16 kHz, 25 ms frames each 10 ms
for size, frames, nbands in (("small", 12, 26), ("middle", 700, 40), ("large", 14000, 40)):
    n = (frames - 1) * 160 + 400
    t = np.arange(n)
    pitch = 120 + 30 * np.sin(t / 9000)
    ph = np.cumsum(2 * np.pi * pitch / 16000)
    s = sum(np.sin(k * ph) / k * (1 + np.sin(t / 2400 * (1 + k / 9))) for k in range(1, 12))
    pcm = np.clip(2500 * s * (np.sin(t / 7000) > -0.5) + rng.normal(0, 60, n), -32768, 32767)
    edges = 700 * (10 ** (np.linspace(0, 2595 * np.log10(1 + 8000 / 700), nbands + 2) / 2595) - 1) / 16000 * 512
    bands, weights = [], []
    for b in range(nbands):
        lo, mid, hi = edges[b:b + 3]
        k = np.arange(int(np.ceil(lo)), min(int(hi), 256) + 1)
        bands.append((k[0] if len(k) else 0, len(k), len(weights), 0))
        weights += list(np.maximum(0, np.minimum((k - lo) / (mid - lo), (hi - k) / (hi - mid))))
    cosines = np.cos(np.pi / nbands * (np.arange(nbands)[None] + 0.5) * np.arange(13)[:, None])
    tw = np.exp(-2j * np.pi * np.arange(512) / 512)
    launch("mfcc_frames", size, [frames * 64], [64], dict(hop=160, nbands=nbands, nceps=13), dict(preemph=0.97),
           dict(pcm=pcm.astype(np.int16), window=np.hamming(400).astype(np.float32), twiddle=tw.astype(np.complex64),
                bands=np.array(bands, np.int32), band_weight=np.array(weights, np.float32),
                cosines=cosines.astype(np.float32), ceps=frames * 13 * 4))

# ---- patchmatch_pass: two views of a textured scene, a field after some passes: most of it right
for size, wa, ha, wb, hb, jump, window, loc in (("small", 40, 30, 44, 34, 4, 16, [8, 2]), ("middle", 150, 110, 160, 120, 8, 64, [16, 8]),
                                                ("large", 500, 370, 480, 360, 8, 256, [16, 8])):
    def scene(x, y):
        tex = 40 * np.sin(x / 5.3) * np.cos(y / 7.1) + 30 * np.sin((x + 2 * y) / 13) + 45 * np.sin(x * y / 3000)
        return np.stack([128 + tex, 110 + 0.8 * tex + 20 * np.sin(y / 40), 90 + 50 * np.cos(x / 60), 0 * tex], -1)

    y, x = np.mgrid[0:ha, 0:wa].astype(float)
    yb, xb = np.mgrid[0:hb, 0:wb].astype(float)
    dx, dy = 4 + 3 * np.sin(y / 50), 2 + 2 * np.cos(x / 70)
    a = np.clip(scene(x, y) + rng.normal(0, 5, (ha, wa, 4)), 0, 255)
    b = np.clip(scene(xb - 4 - 3 * np.sin(yb / 50), yb - 2 - 2 * np.cos(xb / 70)) + rng.normal(0, 5, (hb, wb, 4)), 0, 255)
    field = np.stack([x + np.rint(dx), y + np.rint(dy)], -1)
    wrong = rng.random((ha, wa)) < 0.35
    field[wrong] = np.stack([rng.integers(0, wb, wrong.sum()), rng.integers(0, hb, wrong.sum())], -1)
    launch("patchmatch_pass", size, [up(wa, loc[0]), up(ha, loc[1])], loc,
           dict(width_a=wa, height_a=ha, width_b=wb, height_b=hb, jump=jump, window=window, seed=777), {},
           dict(pic_a=a.astype(np.uint8), pic_b=b.astype(np.uint8), field_in=field.astype(np.int16),
                field_out=wa * ha * 4, cost=wa * ha * 4))

launches.sort(key=lambda l: (l["kernel"], SIZES.index(l["name"].rsplit("-", 1)[1])))
with open(os.path.join(here, "launches.json"), "w") as f:
    json.dump(launches, f, indent=1)
    f.write("\n")
