"""Writes what the buffers hold that decide what is done, and launches.json (needs numpy)."""
import json, os
import numpy as np
here = os.path.dirname(os.path.abspath(__file__)); os.makedirs(here + '/data', exist_ok=True)
r = np.random.default_rng(50)
L = []
S = ('small', 'middle', 'large')
def add(kernel, size, g, l, args, reals, buffers, content=None):
    e = {"file": kernel + ".cl", "kernel": kernel, "name": f"{kernel}-{size}", "global": g, "local": l, "args": args,
         "reals": reals, "buffers": {k: str(v) for k, v in buffers.items()}}
    if content: e["content"] = content
    L.append(e)
def save(name, a):
    np.ascontiguousarray(a).tofile(f"{here}/data/{name}.bin"); return f"@data/{name}.bin"
def up(n, m): return (n + m - 1) // m * m

# banded_sw: most reads come from their window with errors, some do not
for s, (pairs, pitch) in zip(S, ((60, 64), (2000, 128), (12000, 150))):
    windows = r.integers(0, 4, (pairs, pitch + 32)).astype(np.int8)
    lengths = r.integers(pitch * 6 // 10, pitch + 1, pairs).astype(np.int32)
    reads = np.zeros((pairs, pitch), np.int8)
    for i in range(pairs):
        if r.random() < 0.15:
            reads[i] = r.integers(0, 4, pitch); continue
        begin = int(r.integers(4, 24)); at = begin + np.arange(pitch)
        if r.random() < 0.4:
            cut = int(r.integers(8, pitch - 8)); at[cut:] += int(r.integers(-3, 4))
        row = windows[i][at.clip(0, pitch + 31)]
        wrong = r.random(pitch) < 0.06
        reads[i] = np.where(wrong, r.integers(0, 4, pitch), row)
    add('banded_sw', s, [up(pairs, 32)], [32], {"pairs": pairs, "pitch": pitch, "match": 2, "mismatch": 4, "gap_open": 6, "gap_extend": 1, "drop": 40}, {},
        {"reads": reads.nbytes, "windows": windows.nbytes, "lengths": lengths.nbytes, "result": 8 * pairs},
        {"reads": save(f'sw-reads-{s}', reads), "windows": save(f'sw-windows-{s}', windows), "lengths": save(f'sw-lengths-{s}', lengths)})

for s, (w, h) in zip(S, ((120, 90), (1280, 720), (4096, 3072))):
    add('malvar_demosaic', s, [up(w, 16), up(h, 8)], [16, 8], {"width": w, "height": h, "black": 256, "shift": 8}, {}, {"mosaic": 2 * w * h, "rgba": 4 * w * h})

for s, (n, steps) in zip(S, ((8, 128), (48, 384), (400, 512))):
    c = np.stack([r.uniform(80, 120, n), r.uniform(85, 115, n), r.uniform(0.15, 0.5, n), r.uniform(0.2, 2.0, n)], axis=1).astype(np.float64)
    add('american_lattice', s, [64 * n], [64], {"steps": steps}, {"rate": 0.03}, {"contracts": c.nbytes, "premium": 8 * n}, {"contracts": save(f'lattice-contracts-{s}', c)})

for s, (nx, ny, nz) in zip(S, ((32, 28, 24), (100, 90, 80), (168, 168, 164))):
    n = nx * ny * nz
    k, j, i = np.mgrid[0:nz, 0:ny, 0:nx]
    m = ((i * 8 // nx) ^ (j * 4 // ny) ^ (k * 3 // nz)).astype(np.uint8) & 7
    fields = {f: 4 * n for f in ('hx', 'hy', 'hz', 'ex', 'ey', 'ez')}
    add('fdtd_e_update', s, [up(nx, 32), up(ny, 4), nz], [32, 4, 1], {"nx": nx, "ny": ny, "nz": nz}, {},
        {**fields, "material": n, "media": 64, "ex_next": 4 * n, "ey_next": 4 * n, "ez_next": 4 * n}, {"material": save(f'fdtd-material-{s}', m)})

for s, (n, log2) in zip(S, ((8000, 10), (300000, 14), (4000000, 16))):
    rank = r.zipf(1.25, n).clip(1, 10**7).astype(np.uint64)
    keys = (rank * np.uint64(0x9E3779B97F4A7C15) >> np.uint64(32)).astype(np.uint32)
    add('count_min_update', s, [up(n // 8, 64)], [64], {"packets": n, "log2_width": log2}, {}, {"flow_keys": 4 * n, "sketch": 16 << log2, "estimate": 4 * n},
        {"flow_keys": save(f'sketch-keys-{s}', keys)})

# bvh_shadow: leaves of foliage over a floor of shading points
for s, (leaves, count) in zip(S, ((256, 500), (1024, 8000), (4096, 120000))):
    n = 4 * leaves
    corner = r.random((n, 3)) * [1.0, 0.6, 1.0] + [0.0, 0.05, 0.0]
    span = 0.8 / np.sqrt(n)
    e1 = r.normal(scale=span, size=(n, 3)); e2 = r.normal(scale=span, size=(n, 3))
    middle = corner + (e1 + e2) / 3
    order = np.zeros(n, np.int64)
    lo = np.minimum(corner, np.minimum(corner + e1, corner + e2)); hi = np.maximum(corner, np.maximum(corner + e1, corner + e2))
    box = np.zeros((2 * leaves, 2, 4), np.float32)
    todo = [(1, np.arange(n))]
    while todo:
        node, ids = todo.pop()
        box[node, 0, :3] = lo[ids].min(axis=0) - 1e-5; box[node, 1, :3] = hi[ids].max(axis=0) + 1e-5
        if node >= leaves:
            order[(node - leaves) * 4:(node - leaves) * 4 + 4] = ids; continue
        axis = np.argmax(np.ptp(middle[ids], axis=0)); ids = ids[np.argsort(middle[ids, axis], kind='stable')]; half = len(ids) // 2
        todo += [(2 * node, ids[:half]), (2 * node + 1, ids[half:])]
    tri = np.zeros((n, 3, 4), np.float32)
    tri[:, 0, :3] = corner[order]; tri[:, 1, :3] = e1[order]; tri[:, 2, :3] = e2[order]
    across = int(np.ceil(np.sqrt(count))); i = np.arange(count)
    p = np.zeros((count, 4), np.float32); p[:, 0] = (i % across + r.random(count)) / across; p[:, 2] = (i // across + r.random(count)) / across
    add('bvh_shadow', s, [up(count, 64)], [64], {"count": count, "leaves": leaves}, {"light_x": 0.3, "light_y": 2.5, "light_z": 0.8},
        {"boxes": box.nbytes, "triangles": tri.nbytes, "points": p.nbytes, "lit": count},
        {"boxes": save(f'bvh-boxes-{s}', box), "triangles": save(f'bvh-triangles-{s}', tri), "points": save(f'bvh-points-{s}', p)})

# lz4_unpack: 48 different blocks of words and numbers, packed greedily
def lz4(data):
    out = bytearray(); seen = {}; anchor = i = 0; n = len(data)
    def lengths(v):
        while v >= 255: out.append(255); v -= 255
        out.append(v)
    def sequence(lit, match, back):
        out.append(min(len(lit), 15) << 4 | (min(match - 4, 15) if match else 0))
        if len(lit) >= 15: lengths(len(lit) - 15)
        out.extend(lit)
        if match:
            out.extend((back & 255, back >> 8))
            if match - 4 >= 15: lengths(match - 4 - 15)
    while i < n - 12:
        key = data[i:i + 4]; j = seen.get(key); seen[key] = i
        if j is None: i += 1; continue
        m = 4
        while i + m < n - 5 and data[j + m] == data[i + m]: m += 1
        sequence(data[anchor:i], m, i - j); i += m; anchor = i
    sequence(data[anchor:], 0, 0)
    return bytes(out)
def unlz4(p):
    out = bytearray(); i = 0
    while i < len(p):
        t = p[i]; i += 1; n = t >> 4
        if n == 15:
            while True:
                x = p[i]; i += 1; n += x
                if x != 255: break
        out += p[i:i + n]; i += n
        if len(p) - i < 2: break
        back = p[i] | p[i + 1] << 8; i += 2; m = t & 15
        if m == 15:
            while True:
                x = p[i]; i += 1; m += x
                if x != 255: break
        for _ in range(m + 4): out.append(out[-back])
    return bytes(out)
words = [bytes(r.integers(97, 123, int(r.integers(2, 11))).astype(np.uint8)) for _ in range(1500)]
blocks48 = []
for b in range(48):
    text = bytearray()
    while len(text) < 4096:
        u = r.random()
        if u < 0.8: text += words[min(int(r.zipf(1.3)), 1500) - 1] + b' '
        elif u < 0.97: text += str(int(r.integers(0, 10**6))).encode() + b'\n'
        elif u < 0.99: text += b'-' * int(r.integers(10, 80))
        else: text += bytes(r.integers(0, 256, 40).astype(np.uint8))
    plain = bytes(text[:4096]); packed = lz4(plain); assert unlz4(packed) == plain
    blocks48.append(packed)
for s, blocks in zip(S, (32, 1500, 12000)):
    pick = r.integers(0, 48, blocks)
    offsets = np.zeros(blocks + 1, np.uint32); offsets[1:] = np.cumsum([len(blocks48[k]) for k in pick])
    packed = np.frombuffer(b''.join(blocks48[k] for k in pick), np.uint8)
    add('lz4_unpack', s, [up(blocks, 16)], [16], {"blocks": blocks}, {}, {"packed": packed.nbytes, "offsets": offsets.nbytes, "plain": 4096 * blocks, "sizes": 4 * blocks},
        {"packed": save(f'lz4-packed-{s}', packed), "offsets": save(f'lz4-offsets-{s}', offsets)})

for s, (rows, bags) in zip(S, ((4000, 250), (100000, 8000), (1000000, 100000))):
    n = r.geometric(1 / 28, bags).clip(1, 150); start = np.zeros(bags + 1, np.int32); start[1:] = np.cumsum(n)
    # a popular head, scattered over the table, and a long even tail
    head = r.zipf(1.2, start[-1]).astype(np.float64) % rows; tail = r.integers(0, rows, start[-1])
    idx = np.where(r.random(start[-1]) < 0.5, head.astype(np.int64) * 7919 % rows, tail).astype(np.int32)
    add('embedding_bag_q8', s, [4, up(bags, 16)], [4, 16], {"bags": bags}, {},
        {"table": 64 * rows, "scale_bias": 8 * rows, "bag_start": start.nbytes, "indices": idx.nbytes, "weights": idx.nbytes, "pooled": 256 * bags},
        {"bag_start": save(f'bag-start-{s}', start), "indices": save(f'bag-indices-{s}', idx)})

modulus = int.from_bytes(r.bytes(32), 'little') | 1 | 1 << 255
def limbs(v): return np.frombuffer(v.to_bytes(32, 'little'), np.uint32)
for s, (count, ew) in zip(S, ((32, 1), (500, 2), (2000, 5))):
    bases = np.stack([limbs(int.from_bytes(r.bytes(32), 'little') % modulus) for _ in range(count)])
    e = r.integers(0, 2**32, (count, ew), dtype=np.uint64).astype(np.uint32)
    add('mont_modexp', s, [up(count, 16)], [16], {"count": count, "exponent_words": ew}, {},
        {"bases": bases.nbytes, "exponents": e.nbytes, "modulus": 32, "r_squared": 32, "powers": 32 * count},
        {"bases": save(f'modexp-bases-{s}', bases), "exponents": save(f'modexp-exponents-{s}', e), "modulus": save(f'modexp-modulus-{s}', limbs(modulus)),
         "r_squared": save(f'modexp-rsquared-{s}', limbs(pow(2, 512, modulus)))})

for s, (particles, beams, w, h) in zip(S, ((64, 60, 200, 160), (2000, 120, 600, 500), (16000, 180, 1600, 1200))):
    posts = r.random((40, 2)) * [w, h]; y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    d = np.minimum(np.minimum(x, w - 1 - x), np.minimum(y, h - 1 - y))
    for px, py in posts: d = np.minimum(d, np.maximum(np.hypot(x - px, y - py) - 3, 0))
    field = (d * 50).clip(0, 2000).astype(np.uint16)
    p = np.zeros((particles, 4), np.float32)
    p[:, 0] = (w * 0.025 + r.normal(scale=0.6, size=particles)); p[:, 1] = (h * 0.025 + r.normal(scale=0.6, size=particles)); p[:, 2] = r.normal(scale=0.4, size=particles)
    b = np.stack([np.linspace(-2.35, 2.35, beams), np.where(r.random(beams) < 0.1, 30.0, r.gamma(3.0, h * 0.007, beams).clip(0.2, 29.0))], axis=1).astype(np.float32)
    add('lidar_likelihood', s, [up(particles, 64)], [64], {"particle_count": particles, "beam_count": beams, "map_width": w, "map_height": h},
        {"resolution": 0.05, "sigma": 0.2, "z_hit": 0.9, "z_random": 0.05, "max_range": 30.0},
        {"particles": p.nbytes, "beams": b.nbytes, "field": field.nbytes, "log_likelihood": 4 * particles},
        {"particles": save(f'lidar-particles-{s}', p), "beams": save(f'lidar-beams-{s}', b), "field": save(f'lidar-field-{s}', field)})

assert len(L) == 30
json.dump(L, open(here + '/launches.json', 'w'), indent=1)
