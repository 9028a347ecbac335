// Software receiver: early, prompt and late correlation of 8-bit baseband samples with the C/A code replica after carrier
// wipe-off. One work-group a tracking channel; carrier and code oscillators are fixed-point phase accumulators.
#define LANES 64
#define CODE_LENGTH 1023u
#define CHIP_BITS 22

__constant char carrier_cos[16] = {15, 14, 11, 6, 0, -6, -11, -14, -15, -14, -11, -6, 0, 6, 11, 14};

typedef struct {
    uint carrier_phase, carrier_step;
    uint code_phase, code_step;   // chips in 10.22
    uint satellite, first_sample;
} Channel;

static inline int chip_sign(__global const uint *code, ulong position)
{
    const uint chip = (uint)(position >> CHIP_BITS) % CODE_LENGTH;
    return 1 - 2 * (int)((code[chip >> 5] >> (chip & 31u)) & 1u);
}

__kernel __attribute__((reqd_work_group_size(LANES, 1, 1)))
void gps_correlator(__global const char2 *samples, __global const uint *codes, __global const Channel *channels,
                    __global int *correlation, int sample_count)
{
    __local int partial[6][LANES];

    const uint lane = get_local_id(0);
    const Channel channel = channels[get_group_id(0)];
    __global const uint *code = codes + channel.satellite * 32u;
    __global const char2 *signal = samples + channel.first_sample;
    const ulong half_chip = 1UL << (CHIP_BITS - 1);
    const ulong whole = (ulong)CODE_LENGTH << CHIP_BITS;

    int early_i = 0, early_q = 0, prompt_i = 0, prompt_q = 0, late_i = 0, late_q = 0;
    for (uint n = lane; n < (uint)sample_count; n += LANES) {
        const uint phase = (channel.carrier_phase + n * channel.carrier_step) >> 28;
        const int c = carrier_cos[phase];
        const int s = carrier_cos[(phase + 12u) & 15u];
        const int2 sample = convert_int2(signal[n]);
        const int i = (sample.x * c + sample.y * s) >> 4;
        const int q = (sample.y * c - sample.x * s) >> 4;

        const ulong position = whole + channel.code_phase + (ulong)n * channel.code_step;
        const int e = chip_sign(code, position + half_chip);
        const int p = chip_sign(code, position);
        const int l = chip_sign(code, position - half_chip);
        early_i += e * i;
        early_q += e * q;
        prompt_i += p * i;
        prompt_q += p * q;
        late_i += l * i;
        late_q += l * q;
    }

    partial[0][lane] = early_i;
    partial[1][lane] = early_q;
    partial[2][lane] = prompt_i;
    partial[3][lane] = prompt_q;
    partial[4][lane] = late_i;
    partial[5][lane] = late_q;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint stride = LANES / 2; stride > 0; stride >>= 1) {
        if (lane < stride)
            for (int k = 0; k < 6; k++)
                partial[k][lane] += partial[k][lane + stride];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lane < 6)
        correlation[get_group_id(0) * 6 + lane] = partial[lane][0];
}
