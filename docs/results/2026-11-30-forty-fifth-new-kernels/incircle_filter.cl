// Which edges of a triangulation break Delaunay's rule (filtered predicates: Shewchuk 1997; in parallel flipping as gDel2D and CGAL do
// it): an item is one edge with its two triangles. The test of the circle is first done in doubles with a bound on the error; where that
// leaves the sign open, again in double-doubles; what is still open is taken for points on one circle.
//   point      coordinates
//   edge       of each edge: its ends a and b, the corner c to its left (a, b, c counter-clockwise), the corner d to its right or -1
//   verdict    of each edge: LEGAL, FLIP, COCIRCULAR, BORDER, or STUCK (illegal, but the four corners aren't convex); OPEN added if the
//              double-doubles had to be asked
//   nedges
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF
#define LEGAL 0
#define FLIP 1
#define COCIRCULAR 2
#define BORDER 3
#define STUCK 4
#define OPEN 8
#define EPSILON 1.1102230246251565e-16
#define BOUND ((10.0 + 96.0 * EPSILON) * EPSILON)
#define SIDE_BOUND ((3.0 + 16.0 * EPSILON) * EPSILON)
#define FINE_BOUND 1e-29

double2 two_sum(const double a, const double b)
{
    const double s = a + b;
    const double v = s - a;
    return (double2)(s, (a - (s - v)) + (b - v));
}

double2 add(const double2 a, const double2 b)
{
    double2 s = two_sum(a.x, b.x);
    const double2 t = two_sum(a.y, b.y);
    s.y += t.x;
    double v = s.x + s.y;
    s.y -= v - s.x;
    s.y += t.y;
    s.x = v + s.y;
    s.y -= s.x - v;
    return s;
}

double2 multiply(const double2 a, const double2 b)
{
    const double p = a.x * b.x;
    const double e = fma(a.x, b.x, -p) + (a.x * b.y + a.y * b.x);
    const double s = p + e;
    return (double2)(s, e - (s - p));
}

double2 cross_of(const double2 ax, const double2 ay, const double2 bx, const double2 by)
{
    return add(multiply(ax, by), -multiply(ay, bx));
}

double side(const double2 p, const double2 q, const double2 r)
{
    const double left = (p.x - r.x) * (q.y - r.y);
    const double right = (p.y - r.y) * (q.x - r.x);
    const double det = left - right;
    if (fabs(det) > SIDE_BOUND * (fabs(left) + fabs(right)))
        return det;
    const double2 fine = cross_of(two_sum(p.x, -r.x), two_sum(p.y, -r.y), two_sum(q.x, -r.x), two_sum(q.y, -r.y));
    return fine.x;
}

double incircle_fine(const double2 a, const double2 b, const double2 c, const double2 d, const double permanent)
{
    const double2 adx = two_sum(a.x, -d.x);
    const double2 ady = two_sum(a.y, -d.y);
    const double2 bdx = two_sum(b.x, -d.x);
    const double2 bdy = two_sum(b.y, -d.y);
    const double2 cdx = two_sum(c.x, -d.x);
    const double2 cdy = two_sum(c.y, -d.y);
    const double2 alift = add(multiply(adx, adx), multiply(ady, ady));
    const double2 blift = add(multiply(bdx, bdx), multiply(bdy, bdy));
    const double2 clift = add(multiply(cdx, cdx), multiply(cdy, cdy));
    double2 det = multiply(alift, cross_of(bdx, bdy, cdx, cdy));
    det = add(det, multiply(blift, cross_of(cdx, cdy, adx, ady)));
    det = add(det, multiply(clift, cross_of(adx, ady, bdx, bdy)));
    return fabs(det.x) > FINE_BOUND * permanent ? det.x : 0.0;
}

__kernel void incircle_filter(__global const double2 *restrict point,
                              __global const int4 *restrict edge,
                              __global uchar *restrict verdict,
                              const int nedges)
{
    const int id = get_global_id(0);
    if (id >= nedges)
        return;
    const int4 e = edge[id];
    if (e.w < 0) {
        verdict[id] = BORDER;
        return;
    }
    const double2 a = point[e.x];
    const double2 b = point[e.y];
    const double2 c = point[e.z];
    const double2 d = point[e.w];
    const double adx = a.x - d.x;
    const double ady = a.y - d.y;
    const double bdx = b.x - d.x;
    const double bdy = b.y - d.y;
    const double cdx = c.x - d.x;
    const double cdy = c.y - d.y;
    const double bc = bdx * cdy;
    const double cb = cdx * bdy;
    const double ca = cdx * ady;
    const double ac = adx * cdy;
    const double ab = adx * bdy;
    const double ba = bdx * ady;
    const double alift = adx * adx + ady * ady;
    const double blift = bdx * bdx + bdy * bdy;
    const double clift = cdx * cdx + cdy * cdy;
    double det = alift * (bc - cb) + blift * (ca - ac) + clift * (ab - ba);
    const double permanent = (fabs(bc) + fabs(cb)) * alift + (fabs(ca) + fabs(ac)) * blift + (fabs(ab) + fabs(ba)) * clift;
    int open = 0;
    if (fabs(det) <= BOUND * permanent) {
        det = incircle_fine(a, b, c, d, permanent);
        open = OPEN;
    }
    int result = LEGAL;
    if (det == 0.0)
        result = COCIRCULAR;
    else if (det > 0.0)
        result = side(c, d, b) > 0.0 && side(d, c, a) > 0.0 ? FLIP : STUCK;
    verdict[id] = (uchar)(result | open);
}
