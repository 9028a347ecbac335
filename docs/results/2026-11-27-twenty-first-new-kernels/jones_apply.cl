/* Radio interferometry: corrects visibilities with the inverse Jones matrices of their two antennas, V' = Jp V Jq^H.
 * A visibility is a 2 x 2 complex matrix (XX, XY, YX, YY) as eight floats. global = (channels, baselines) */

typedef float2 cplx;
#define CMUL(a, b) ((cplx)((a).x * (b).x - (a).y * (b).y, (a).x * (b).y + (a).y * (b).x))
/* a * conj(b) */
#define CMULC(a, b) ((cplx)((a).x * (b).x + (a).y * (b).y, (a).y * (b).x - (a).x * (b).y))

__kernel void jones_apply(__global const float8 *restrict visibility, __global const float8 *restrict gains,
                          __global const int2 *restrict baseline, __global const uchar *restrict flags,
                          __global float8 *restrict corrected, __global float *restrict weight, const int channels)
{
    const int channel = get_global_id(0);
    const int row = get_global_id(1);
    if (channel >= channels)
        return;

    const size_t at = (size_t)row * channels + channel;
    if (flags[at]) {
        corrected[at] = (float8)(0.0f);
        weight[at] = 0.0f;
        return;
    }

    const int2 pq = baseline[row];
    const float8 jp = gains[pq.x * channels + channel];
    const float8 jq = gains[pq.y * channels + channel];
    const float8 v = visibility[at];

    const cplx t00 = CMUL(jp.s01, v.s01) + CMUL(jp.s23, v.s45);
    const cplx t01 = CMUL(jp.s01, v.s23) + CMUL(jp.s23, v.s67);
    const cplx t10 = CMUL(jp.s45, v.s01) + CMUL(jp.s67, v.s45);
    const cplx t11 = CMUL(jp.s45, v.s23) + CMUL(jp.s67, v.s67);

    float8 r;
    r.s01 = CMULC(t00, jq.s01) + CMULC(t01, jq.s23);
    r.s23 = CMULC(t00, jq.s45) + CMULC(t01, jq.s67);
    r.s45 = CMULC(t10, jq.s01) + CMULC(t11, jq.s23);
    r.s67 = CMULC(t10, jq.s45) + CMULC(t11, jq.s67);
    corrected[at] = r;

    const float np = dot(jp.lo, jp.lo) + dot(jp.hi, jp.hi);
    const float nq = dot(jq.lo, jq.lo) + dot(jq.hi, jq.hi);
    weight[at] = 4.0f / (np * nq);
}
