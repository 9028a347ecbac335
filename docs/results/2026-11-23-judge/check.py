"""References in numpy for a few kernels: f(host, got, values, gsize, lsize) -> text"""
import numpy as np

def err(a, b):
    a, b = np.asarray(a, np.float64), np.asarray(b, np.float64)
    e = np.abs(a - b).max() / max(1e-30, np.abs(b).max())
    return ('ok  ' if e < 2e-4 else 'BAD ') + '%.2g' % e

checks = {}
def ref(key):
    def f(g):
        checks[key] = g
        return g
    return f

@ref('blas1.cl:saxpy_inc')
def _(h, g, v, gs, ls):
    i = np.arange(v['n']); y = h['y'].copy(); y[i*v['incy']] += np.float32(v['alpha'])*h['x'][i*v['incx']]
    return err(g['y'], y)
@ref('blas1.cl:ddot_partial')
def _(h, g, v, gs, ls): return err(g['partial'].sum(), h['x'][:v['n']] @ h['y'][:v['n']])
@ref('gemv.cl:sgemv_rows')
def _(h, g, v, gs, ls): return err(g['y'], h['A'][:v['rows']*v['cols']].reshape(v['rows'], -1).astype(float) @ h['x'][:v['cols']])
def mm(h, g, v, gs, ls):
    M, N, K = v['M'], v['N'], v['K']
    return err(g['C'][:M*N].reshape(M, N), h['A'][:M*K].reshape(M, K).astype(float) @ h['B'][:K*N].reshape(K, N))
checks['gemm.cl:sgemm_wpt'] = checks['gemm.cl:dgemm_2x4'] = mm
@ref('gemm.cl:strsm_left')
def _(h, g, v, gs, ls):
    n, r = v['n'], v['nrhs']; T = np.tril(h['L'][:n*n].reshape(n, n).astype(float)); T[np.diag_indices(n)] += 4*n
    return err(T @ g['X'][:n*r].reshape(n, r), h['B'][:n*r].reshape(n, r))
@ref('stencil1d.cl:heat_skewed')
def _(h, g, v, gs, ls):
    a = h['in'][:v['n']].copy()
    for s in range(6): a[1:-1] = a[1:-1] + v['r']*(a[:-2]-2*a[1:-1]+a[2:])
    return err(g['out'][20:v['n']-20], a[20:-20])
@ref('stencil1d.cl:fd15')
def _(h, g, v, gs, ls):
    n = v['n']; a = np.pad(h['in'][:n], 7).astype(float)
    return err(g['out'][:n], sum(h['w'][k-1]*(a[7+k:7+k+n]-a[7-k:7-k+n]) for k in range(1, 8)))
@ref('stencil2d.cl:life')
def _(h, g, v, gs, ls):
    w, q = v['w'], v['h']; a = h['a'][:w*q].reshape(q, w)
    s = sum(np.roll(a, (i, j), (0, 1)) for i in (-1, 0, 1) for j in (-1, 0, 1)) - a
    return err(g['b'][:w*q].reshape(q, w), (s == 3) | ((s == 2) & (a == 1)))
@ref('image.cl:median9')
def _(h, g, v, gs, ls):
    w, q = v['w'], v['h']; a = h['in'][:q*w].reshape(q, w)
    m = np.median(np.stack([a[1+i:q-1+i, 1+j:w-1+j] for i in (-1, 0, 1) for j in (-1, 0, 1)]), 0)
    return err(g['out'][:q*w].reshape(q, w)[1:-1, 1:-1], m)
@ref('image.cl:hist256')
def _(h, g, v, gs, ls): return err(g['hist'], np.bincount(h['img'][:v['n']], minlength=256))
@ref('scan.cl:scan_hs')
def _(h, g, v, gs, ls): return err(g['out'], np.where(np.arange(len(h['in'])) < v['n'], np.cumsum(h['in'].reshape(-1, 256), 1).ravel(), 0))
@ref('scan.cl:scan_blelloch')
def _(h, g, v, gs, ls):
    a = h['in'].reshape(-1, 1024).astype(float); return err(g['out'].reshape(-1, 1024), np.cumsum(a, 1) - a)
@ref('transpose.cl:transpose_pad')
def _(h, g, v, gs, ls): return err(g['b'].reshape(v['cols'], v['rows']), h['a'].reshape(v['rows'], v['cols']).T)
@ref('reduce.cl:argmax_stage1')
def _(h, g, v, gs, ls): return err(g['where'][g['best'].argmax()], h['x'][:v['n']].argmax())
@ref('gather.cl:gather4')
def _(h, g, v, gs, ls):
    n = v['n']; return err(g['y'][:n], (h['w']*h['x'][h['idx']]).reshape(-1, 4).sum(1)[:n])
def spmv(h, g, v, gs, ls): return err(g['y'], np.add.reduceat(h['vals'].astype(float)*h['x'][h['cols']], h['rowptr'][:-1]))
checks['spmv.cl:csr_scalar'] = checks['spmv.cl:csr_vector'] = spmv
@ref('sort.cl:bitonic_local')
def _(h, g, v, gs, ls):
    k = g['kout'].reshape(-1, 512); s = np.sort(h['kin'].reshape(-1, 512), 1)
    return ('ok  ' if (k == s).all() and (h['kin'][g['vout']] == g['kout']).all() else 'BAD ')
@ref('ml.cl:softmax_rows')
def _(h, g, v, gs, ls):
    c = v['cols']; x = h['x'][:1024*c].reshape(-1, c).astype(float); e = np.exp(x - x.max(1, keepdims=True))
    return err(g['y'][:1024*c].reshape(-1, c), e/e.sum(1, keepdims=True))
@ref('ml.cl:attention')
def _(h, g, v, gs, ls):
    n = v['seq']; Q, K, V = (h[x][:n*32].reshape(n, 32).astype(float) for x in 'QKV')
    s = np.where(np.tri(n) > 0, np.exp(v['scale']*Q@K.T), 0); return err(g['O'][:n*32].reshape(n, 32), s@V/s.sum(1, keepdims=True))
@ref('smallmat.cl:chol6')
def _(h, g, v, gs, ls):
    A = h['A'].reshape(6, 6, -1).transpose(2, 0, 1)[:1000]; A = np.tril(A) + np.tril(A, -1).transpose(0, 2, 1) + 6*np.eye(6)
    return err(g['L'].reshape(6, 6, -1).transpose(2, 0, 1)[:1000], np.linalg.cholesky(A))
@ref('smallmat.cl:inv3')
def _(h, g, v, gs, ls): return err(g['B'].reshape(-1, 3, 3) @ (h['A'].reshape(-1, 3, 3) + 2*np.eye(3)), np.broadcast_to(np.eye(3), (v['n'], 3, 3)))
@ref('half.cl:half_rowsum')
def _(h, g, v, gs, ls): return err(g['s'], h['a'][:v['rows']*v['cols']].reshape(v['rows'], -1).astype(float).sum(1))
@ref('text.cl:find_pattern')
def _(h, g, v, gs, ls): return err(g['found'][0], h['text'].tobytes().count(b'the se'))
@ref('table.cl:lower_bound')
def _(h, g, v, gs, ls): return err(g['pos'], np.searchsorted(h['sorted'], h['query']))
@ref('align.cl:smith_waterman')
def _(h, g, v, gs, ls):
    L = 128; out = []
    for p in range(3):
        a, b = h['a'][p*L:(p+1)*L], h['b'][p*L:(p+1)*L]; H = np.zeros((L+1, L+1), int)
        for i in range(L):
            for j in range(L):
                H[i+1, j+1] = max(0, H[i, j] + (v['match'] if a[i] == b[j] else v['mismatch']), H[i, j+1]-v['gap'], H[i+1, j]-v['gap'])
        out.append(H.max())
    return err(g['score'][:3], out)
@ref('fft.cl:fft_r2')
def _(h, g, v, gs, ls):
    x = h['x'].view(np.complex64); t = gs[0]; i = np.arange(t); k = i & (v['p']-1)
    u1 = x[t:]*np.exp(-1j*np.pi*k/v['p']); j = 2*i-k; y = np.zeros(2*t, complex); y[j] = x[:t]+u1; y[j+v['p']] = x[:t]-u1
    return err(g['y'], y.view(float).astype(float))
