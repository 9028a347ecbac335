#!/usr/bin/env python3
"""Times the launches of launches.json with PyOpenCL, as an outsider would.

  source $(tools/second-device --print-env-file)
  venv/bin/python harness.py --device pocl|intel --out F [--only SUBSTR] [--limit-seconds 0.15] [--check] [--last]
"""
import argparse, json, os, re, statistics, sys, time
import numpy as np
import pyopencl as cl

HERE = os.path.dirname(os.path.abspath(__file__))
NP = dict(float=np.float32, double=np.float64, int=np.int32, uint=np.uint32, short=np.int16, ushort=np.uint16,
          char=np.int8, uchar=np.uint8, long=np.int64, ulong=np.uint64, half=np.float16)

def key_of(e, s):
    return (e['file'] + ':' + e['kernel'] + ' ' + e['global'] + ' ' + e['local'] + ' ' +
            ' '.join('%s=%s' % kv for kv in s.items()))

def signature(source, kernel):
    """[(name, type, is_pointer, is_local)] from the source text"""
    source = re.sub(r'/\*.*?\*/', ' ', source, flags=re.S)
    m = re.search(r'void\s+%s\s*\((.*?)\)\s*\{' % kernel, source, re.S)
    r = []
    for p in m.group(1).split(','):
        words = re.findall(r'\w+|\*', p)
        kind = [w for w in words[:-1] if w not in ('const', '__global', '__constant', '__local', 'restrict', '*')]
        r.append((words[-1], ' '.join(kind), '*' in words, '__local' in words))
    return r

def fill(spec, rng):
    t, n, f = NP[spec['type']], spec['count'], spec['fill']
    if f == 'zero': return np.zeros(n, t)
    if f == 'index': return np.arange(n).astype(t)
    if f == 'range': return rng.integers(spec['low'], spec['high'], n).astype(t)
    if f == 'values': return np.resize(np.array(spec['values'], t), n)
    if f == 'file': return np.resize(np.fromfile(os.path.join(HERE, spec['path']), t), n)
    if f == 'bytes': return np.frombuffer(rng.bytes(n * np.dtype(t).itemsize), t).copy()
    assert f == 'random'
    if t == np.float16: return rng.random(n, np.float32).astype(t)
    if np.issubdtype(t, np.floating): return rng.random(n, t)
    return rng.integers(0, 101, n).astype(t)

def options(e):
    a = e['args']
    return [a[i + 1] for i in range(len(a) - 1) if a[i] == '--build-options']

def main():
    ap = argparse.ArgumentParser()
    ap.add_argument('--device', choices=['pocl', 'intel'], required=True)
    ap.add_argument('--out', required=True)
    ap.add_argument('--only', default='')
    ap.add_argument('--limit-seconds', type=float, default=0.15, help='repeat that long, at least 5 times; 0: one warm-up, one run')
    ap.add_argument('--launches', default=os.path.join(HERE, 'launches.json'))
    ap.add_argument('--check', action='store_true', help='compare what check.py knows with numpy')
    ap.add_argument('--last', action='store_true', help='only the last size of every entry')
    o = ap.parse_args()
    want = dict(pocl='portable', intel='intel')[o.device]
    found = [(p, d) for p in cl.get_platforms() if want in p.name.lower() for d in p.get_devices()]
    if not found:
        sys.exit('no %s platform among %s' % (o.device, [p.name for p in cl.get_platforms()]))
    platform, dev = found[0]
    print('#', platform.name, '|', dev.name, '|', dev.driver_version, file=sys.stderr)
    ctx = cl.Context([dev])
    q = cl.CommandQueue(ctx, dev, properties=cl.command_queue_properties.PROFILING_ENABLE)
    results, programs, failed = {}, {}, 0
    if o.check:
        sys.path.insert(0, HERE)
        import check
    for e in json.load(open(o.launches)):
        todo = [(key_of(e, s), s) for s in (e['sizes'][-1:] if o.last else e['sizes'])]
        todo = [(k, s) for k, s in todo if o.only in k]
        if not todo:
            continue
        host, mem = {}, {}
        try:
            src = open(os.path.join(HERE, e['file'])).read()
            opt = tuple(options(e))
            if (e['file'], opt) not in programs:
                programs[e['file'], opt] = cl.Program(ctx, src).build(options=list(opt))
            sig = signature(src, e['kernel'])
            rng = np.random.default_rng(1)
            for name, spec in e['buffers'].items():
                if spec['type'] == 'local':
                    mem[name] = cl.LocalMemory(spec['bytes'])
                    continue
                host[name] = fill(spec, rng)
                # COPY_HOST_PTR: the device's own, aligned memory
                mem[name] = cl.Buffer(ctx, cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR, hostbuf=host[name])
            gsize = tuple(int(x) for x in e['global'].split(','))
            lsize = tuple(int(x) for x in e['local'].split(','))
            for key, sizes in todo:
                k = cl.Kernel(programs[e['file'], opt], e['kernel'])
                values = dict(e.get('scalars', {}), **sizes)
                used = set()
                for i, (name, kind, pointer, loc) in enumerate(sig):
                    used.add(name)
                    k.set_arg(i, mem[name] if pointer else NP[kind](values[name]))
                assert used == set(values) | set(mem), (used, values, mem.keys())
                def once():
                    ev = cl.enqueue_nd_range_kernel(q, k, gsize, lsize)
                    ev.wait()
                    return (ev.profile.end - ev.profile.start) * 1e-9
                if o.check and key.split()[0] in check.checks:
                    for name in host:   # so that in-place kernels start afresh
                        cl.enqueue_copy(q, mem[name], host[name]).wait()
                    once()
                    got = {}
                    for name in host:
                        got[name] = np.empty_like(host[name])
                        cl.enqueue_copy(q, got[name], mem[name]).wait()
                    print('check %-60s %s' % (key, check.checks[key.split()[0]](host, got, values, gsize, lsize)))
                for _ in range(2 if o.limit_seconds > 0 else 1):
                    once()
                times, begin = [], time.perf_counter()
                least = 5 if o.limit_seconds > 0 else 1
                while len(times) < least or time.perf_counter() - begin < o.limit_seconds:
                    times.append(once())
                results[key] = dict(seconds=statistics.median(times), min_seconds=min(times), samples=len(times))
                print('%9.3f ms  %s' % (1e3 * results[key]['seconds'], key), flush=True)
        except Exception as x:
            failed += 1
            for key, _ in todo:
                print('FAILED', key, type(x).__name__, str(x)[:1500], flush=True)
        for m in mem.values():
            if isinstance(m, cl.Buffer):
                m.release()
        json.dump(results, open(o.out, 'w'), indent=1)
    sys.exit(1 if failed else 0)

if __name__ == "__main__":
    main()
