// One subcycle of the elastic-viscous-plastic rheology of sea ice on a B grid: strain rates at the four
// corners of each T cell, the elliptic yield curve, twelve stresses relaxed in place.
static inline double relaxed(const double s, const double gain, const double denom)
{
    return (s + gain) * denom;
}

__kernel void evp_stress(__global const double *restrict u,            // corners, (ny + 1) x (nx + 1)
                         __global const double *restrict v,
                         __global const double *restrict htn,          // lengths of the north sides
                         __global const double *restrict hte,          // and of the east sides
                         __global const double *restrict dxt,          // cells, ny x nx
                         __global const double *restrict dyt,
                         __global const double *restrict strength,
                         __global const uchar *restrict ice,
                         __global double *restrict stress,             // 12 planes of cells
                         const int nx,
                         const int ny,
                         const float ellipse2,                          // 1 / e^2
                         const float relax,
                         const float slow)                              // 1/s, the least strain rate
{
    const int i = get_global_id(0);
    const int j = get_global_id(1);
    if (i >= nx || j >= ny)
        return;
    const int cell = j * nx + i;
    if (!ice[cell])
        return;

    const int pitch = nx + 1;
    const int sw = j * pitch + i;
    const int se = sw + 1;
    const int nw = sw + pitch;
    const int ne = nw + 1;
    const double une = u[ne], unw = u[nw], usw = u[sw], use = u[se];
    const double vne = v[ne], vnw = v[nw], vsw = v[sw], vse = v[se];
    const double dx = dxt[cell];
    const double dy = dyt[cell];
    const double cyp = 1.5 * hte[ne] - 0.5 * hte[nw];
    const double cym = 0.5 * hte[ne] - 1.5 * hte[nw];
    const double cxp = 1.5 * htn[ne] - 0.5 * htn[se];
    const double cxm = 0.5 * htn[ne] - 1.5 * htn[se];
    const double tiny = slow * dx * dy;
    const double hard = strength[cell];
    const double ecc = ellipse2;
    const double gain = relax;
    const double denom = 1.0 / (1.0 + gain);

    const double div[4] = {cyp * une - dy * unw + cxp * vne - dx * vse,
                           cym * unw + dy * une + cxp * vnw - dx * vsw,
                           cym * usw + dy * use + cxm * vsw + dx * vnw,
                           cyp * use - dy * usw + cxm * vse + dx * vne};
    const double ten[4] = {-cym * une - dy * unw + cxm * vne + dx * vse,
                           -cyp * unw + dy * une + cxm * vnw + dx * vsw,
                           -cyp * usw + dy * use + cxp * vsw - dx * vnw,
                           -cym * use - dy * usw + cxp * vse - dx * vne};
    const double she[4] = {-cym * vne - dy * vnw - cxm * une - dx * use,
                           -cyp * vnw + dy * vne - cxm * unw - dx * usw,
                           -cyp * vsw + dy * vse - cxp * usw + dx * unw,
                           -cym * vse - dy * vsw - cxp * use + dx * une};
    const int plane = nx * ny;
    for (int c = 0; c < 4; c++) {
        const double delta = sqrt(div[c] * div[c] + ecc * (ten[c] * ten[c] + she[c] * she[c]));
        const double k1 = gain * hard / fmax(delta, tiny);
        const double k0 = k1 * ecc;
        __global double *s = stress + c * plane + cell;
        s[0] = relaxed(s[0], k1 * (div[c] - delta), denom);
        s[4 * plane] = relaxed(s[4 * plane], k0 * ten[c], denom);
        s[8 * plane] = relaxed(s[8 * plane], 0.5 * k0 * she[c], denom);
    }
}
