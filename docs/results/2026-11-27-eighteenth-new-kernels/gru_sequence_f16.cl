// Inference of a gated recurrent unit over ragged sequences. One work-group runs one sequence, lane = hidden unit; the
// state lies in local memory, the recurrent weights are half precision, the inputs were projected by an earlier GEMM.
#define HIDDEN 64

float sigmoid(float x) { return 1.0f / (1.0f + exp(-x)); }

__kernel __attribute__((reqd_work_group_size(HIDDEN, 1, 1)))
void gru_sequence_f16(__global const half *recurrent,   // [3 gates][HIDDEN rows][HIDDEN]
                      __global const float *bias,       // [3][HIDDEN]
                      __global const float *projected,  // [step][3][HIDDEN]
                      __global const int *step_begin,   // [sequences + 1]
                      __global float *last_state)
{
    __local float4 state[HIDDEN / 4];
    __local float *flat = (__local float *)state;

    const int unit = get_local_id(0);
    const int sequence = get_group_id(0);
    const int end = step_begin[sequence + 1];

    const float bias_r = bias[unit], bias_z = bias[HIDDEN + unit], bias_n = bias[2 * HIDDEN + unit];
    __global const half *row_r = recurrent + unit * HIDDEN;
    __global const half *row_z = row_r + HIDDEN * HIDDEN;
    __global const half *row_n = row_z + HIDDEN * HIDDEN;

    float h = 0.0f;
    flat[unit] = h;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int step = step_begin[sequence]; step < end; ++step) {
        float4 sum_r = 0.0f, sum_z = 0.0f, sum_n = 0.0f;
        for (int k = 0; k < HIDDEN / 4; ++k) {
            const float4 s = state[k];
            sum_r = mad(vload_half4(k, row_r), s, sum_r);
            sum_z = mad(vload_half4(k, row_z), s, sum_z);
            sum_n = mad(vload_half4(k, row_n), s, sum_n);
        }
        __global const float *x = projected + step * 3 * HIDDEN + unit;
        const float one = 1.0f;
        const float r = sigmoid(x[0] + bias_r + dot(sum_r, (float4)(one)));
        const float z = sigmoid(x[HIDDEN] + bias_z + dot(sum_z, (float4)(one)));
        const float n = tanh(x[2 * HIDDEN] + r * (dot(sum_n, (float4)(one)) + bias_n));
        h = mix(n, h, z);

        barrier(CLK_LOCAL_MEM_FENCE);
        flat[unit] = h;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    last_state[sequence * HIDDEN + unit] = h;
}
