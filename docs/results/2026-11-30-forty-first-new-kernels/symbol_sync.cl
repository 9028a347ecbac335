// Receiver of short packets (GNU Radio's clock_recovery_mm and costas_loop in one; satellite AIS and telemetry gateways): an item
// takes one burst of complex samples and tracks gain, symbol clock (Mueller and Mueller with an interpolator of eight taps) and
// carrier (QPSK, soft decisions), one symbol depending on the last.
//   sample      complex samples of all bursts
//   burst       of each burst: first sample, samples, first symbol's place, most symbols
//   taps        129 x 8, interpolators for fractions 0/128 to 128/128
//   start       of each burst: frequency (radians a symbol), samples a symbol, gain, signal to noise ratio
//   soft        two soft bits a symbol, -127 to 127
//   found       of each burst: symbols, symbols since the loop was locked (-1 never)
//   state       of each burst: frequency, samples a symbol, gain, mean error
//   nbursts, gain_clock, gain_omega, spread (greatest relative departure of the clock), alpha, beta, gain_level
#define TAPS 8
#define TURN 6.28318530718f

__kernel void symbol_sync(__global const float2 *restrict sample,
                          __global const int4 *restrict burst,
                          __global const float *restrict taps,
                          __global const float4 *restrict start,
                          __global char2 *restrict soft,
                          __global int2 *restrict found,
                          __global float4 *restrict state,
                          const int nbursts,
                          const float gain_clock,
                          const float gain_omega,
                          const float spread,
                          const float alpha,
                          const float beta,
                          const float gain_level)
{
    const int id = get_global_id(0);
    if (id >= nbursts)
        return;
    const int4 b = burst[id];
    const float4 s = start[id];
    __global const float2 *in = sample + b.x;
    __global char2 *out = soft + b.z;
    const float nominal = s.y;
    float freq = s.x;
    float omega = s.y;
    float gain = s.z;
    float phase = 0.0f;
    float mu = 0.0f;
    float error = 1.0f;
    float2 last = (float2)(0.0f);
    float2 last_hard = (float2)(0.0f);
    int at = 0;
    int n = 0;
    int lock = -1;
    while (at + TAPS <= b.y && n < b.w) {
        __global const float *h = taps + (int)rint(mu * 128.0f) * TAPS;
        float2 y = (float2)(0.0f);
        for (int i = 0; i < TAPS; i++)
            y = mad((float2)(h[i]), in[at + i], y);
        y *= gain;
        gain = clamp(gain + gain_level * (1.41421356f - fast_length(y)), 1e-3f, 1e3f);

        float c;
        const float sn = sincos(-phase, &c);
        const float2 z = (float2)(y.x * c - y.y * sn, y.x * sn + y.y * c);
        const float2 hard = (float2)(z.x > 0.0f ? 1.0f : -1.0f, z.y > 0.0f ? 1.0f : -1.0f);

        float slip = last_hard.x * z.x - hard.x * last.x + last_hard.y * z.y - hard.y * last.y;
        slip = clamp(slip, -1.0f, 1.0f);
        last = z;
        last_hard = hard;
        omega = clamp(omega + gain_omega * slip, nominal * (1.0f - spread), nominal * (1.0f + spread));
        mu += omega + gain_clock * slip;
        const int whole = (int)floor(mu);
        mu -= whole;
        at += max(whole, 1);

        const float turn = clamp(tanh(s.w * z.x) * z.y - tanh(s.w * z.y) * z.x, -1.0f, 1.0f);
        freq = clamp(freq + beta * turn, -0.6f, 0.6f);
        phase += freq + alpha * turn;
        while (phase > TURN)
            phase -= TURN;
        while (phase < -TURN)
            phase += TURN;

        error = mad(0.02f, fabs(atan2(turn, 1.0f + fabs(z.x * z.y))) - error, error);
        if (lock < 0 && error < 0.2f)
            lock = n;
        else if (lock >= 0 && error > 0.35f)
            lock = -1;
        out[n++] = convert_char2_sat_rte(z * 64.0f);
    }
    found[id] = (int2)(n, lock < 0 ? -1 : n - lock);
    state[id] = (float4)(freq, omega, gain, error);
}
