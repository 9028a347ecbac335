// One explicit step of a glacier's thickness in the shallow-ice approximation (Mahaffy 1976; as in OGGM's and PISM's simple solvers): an
// item is one cell. The flow through its four sides follows from thickness and slope there, to Glen's law with an exponent of three,
// with some sliding; snow and melt depend on the surface's height. Ice doesn't leave at the map's edge.
//   bed        ny x nx: height (m)
//   thick      ny x nx: ice (m)
//   later      ny x nx: ice a step later (m)
//   speed      ny x nx: of the flow, mean over the depth (m/a)
//   nx, ny, wide (m), span (a), creep (1/(m3 a)), slide (1/(m a)), line (height of no gain and no loss, m), gradient (1/a), most (m/a)

float conduct(const float h, const float along, const float across, const float creep, const float slide)
{
    const float steep = mad(along, along, across * across);
    return h * h * h * steep * mad(creep * h, h, slide);                 // m2/a
}

__kernel void sia_ice(__global const float *restrict bed,
                      __global const float *restrict thick,
                      __global float *restrict later,
                      __global float *restrict speed,
                      const int nx,
                      const int ny,
                      const float wide,
                      const float span,
                      const float creep,
                      const float slide,
                      const float line,
                      const float gradient,
                      const float most)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= nx || y >= ny)
        return;
    const int at = y * nx + x;
    const int west = x > 0 ? -1 : 0;
    const int east = x < nx - 1 ? 1 : 0;
    const int south = y > 0 ? -nx : 0;
    const int north = y < ny - 1 ? nx : 0;
    const float h = thick[at];
    const float hw = thick[at + west];
    const float he = thick[at + east];
    const float hs = thick[at + south];
    const float hn = thick[at + north];
    const float s = bed[at] + h;
    const float gain = fmin(gradient * (s - line), most);
    if (h + hw + he + hs + hn == 0.0f) {                                  // rock all about: snow may stay
        later[at] = fmax(span * gain, 0.0f);
        speed[at] = 0.0f;
        return;
    }
    const float sw = bed[at + west] + hw;
    const float se = bed[at + east] + he;
    const float ss = bed[at + south] + hs;
    const float sn = bed[at + north] + hn;
    const float sws = bed[at + south + west] + thick[at + south + west];
    const float ses = bed[at + south + east] + thick[at + south + east];
    const float swn = bed[at + north + west] + thick[at + north + west];
    const float sen = bed[at + north + east] + thick[at + north + east];
    const float inverse = 1.0f / wide;
    const float quarter = 0.25f * inverse;
    const float gw = (s - sw) * inverse;
    const float ge = (se - s) * inverse;
    const float gs = (s - ss) * inverse;
    const float gn = (sn - s) * inverse;
    const float qw = -gw * conduct(0.5f * (h + hw), gw, (sn + swn - ss - sws) * quarter, creep, slide);
    const float qe = -ge * conduct(0.5f * (h + he), ge, (sn + sen - ss - ses) * quarter, creep, slide);
    const float qs = -gs * conduct(0.5f * (h + hs), gs, (se + ses - sw - sws) * quarter, creep, slide);
    const float qn = -gn * conduct(0.5f * (h + hn), gn, (se + sen - sw - swn) * quarter, creep, slide);
    const float grown = h + span * (gain - (qe - qw + qn - qs) * inverse);
    later[at] = fmax(grown, 0.0f);
    const float u = 0.5f * (qe + qw);
    const float v = 0.5f * (qn + qs);
    speed[at] = h > 1.0f ? sqrt(mad(u, u, v * v)) / h : 0.0f;
}
