// One radix-8 stage of a Stockham autosort FFT in double precision, out of place (clFFT, VkFFT and many teaching codes).
// p: length of the transforms already done; twiddles by sincos, their powers by products.
#define CMUL(a, b) ((double2)((a).x * (b).x - (a).y * (b).y, (a).x * (b).y + (a).y * (b).x))
#define TURN(a) ((double2)((a).y, -(a).x)) /* times -i */
#define SWAP2(u, v) { double2 t_ = (u) - (v); (u) = (u) + (v); (v) = t_; }
#define R 0.70710678118654752440

__kernel void fft_stockham8(__global const double2* restrict in, __global double2* restrict out, uint p)
{
    uint t = get_global_size(0);
    uint i = get_global_id(0);
    uint k = i & (p - 1);
    double2 a0 = in[i], a1 = in[i + t], a2 = in[i + 2 * t], a3 = in[i + 3 * t];
    double2 a4 = in[i + 4 * t], a5 = in[i + 5 * t], a6 = in[i + 6 * t], a7 = in[i + 7 * t];

    double cs, sn = sincos(-M_PI * (double)k / (double)(4 * p), &cs);
    double2 w1 = (double2)(cs, sn);
    double2 w2 = CMUL(w1, w1), w3 = CMUL(w2, w1), w4 = CMUL(w2, w2);
    a1 = CMUL(a1, w1);
    a2 = CMUL(a2, w2);
    a3 = CMUL(a3, w3);
    a4 = CMUL(a4, w4);
    w1 = CMUL(w4, w1); a5 = CMUL(a5, w1);
    w2 = CMUL(w4, w2); a6 = CMUL(a6, w2);
    w3 = CMUL(w4, w3); a7 = CMUL(a7, w3);

    SWAP2(a0, a4) SWAP2(a1, a5) SWAP2(a2, a6) SWAP2(a3, a7)
    a5 = (double2)(R * (a5.x + a5.y), R * (a5.y - a5.x));
    a6 = TURN(a6);
    a7 = (double2)(R * (a7.y - a7.x), -R * (a7.x + a7.y));
    SWAP2(a0, a2) SWAP2(a1, a3) SWAP2(a4, a6) SWAP2(a5, a7)
    a3 = TURN(a3);
    a7 = TURN(a7);
    SWAP2(a0, a1) SWAP2(a2, a3) SWAP2(a4, a5) SWAP2(a6, a7)

    uint j = ((i - k) << 3) + k;
    out[j] = a0;
    out[j + p] = a4;
    out[j + 2 * p] = a2;
    out[j + 3 * p] = a6;
    out[j + 4 * p] = a1;
    out[j + 5 * p] = a5;
    out[j + 6 * p] = a3;
    out[j + 7 * p] = a7;
}
