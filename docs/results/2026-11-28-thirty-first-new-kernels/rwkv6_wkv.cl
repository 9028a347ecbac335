// Time mixing of RWKV-6: every head keeps a state of 64 x 64; a work-group holds one head of one
// sequence, a work-item one column of the state, and walks through the tokens.
#define HEAD 64

__kernel __attribute__((reqd_work_group_size(HEAD, 1, 1)))
void rwkv6_wkv(__global const float *restrict key,
               __global const float *restrict value,
               __global const float *restrict recept,
               __global const float *restrict decay,
               __global const float *restrict bonus,
               __global const float *restrict state_in,
               __global float *restrict state_out,
               __global float *restrict out,
               const int tokens,
               const int heads)
{
    __local float4 sk[HEAD / 4], sr[HEAD / 4], sw[HEAD / 4], su[HEAD / 4];
    __local float *lk = (__local float *)sk;
    __local float *lr = (__local float *)sr;
    __local float *lw = (__local float *)sw;
    __local float *lu = (__local float *)su;

    const int lid = get_local_id(0);
    const int head = get_group_id(0) % heads;
    const int seq = get_group_id(0) / heads;
    const int width = heads * HEAD;
    const int state_at = (seq * heads + head) * HEAD * HEAD + lid;

    float4 state[HEAD / 4];
    for (int i = 0; i < HEAD / 4; i++)
        state[i] = (float4)(state_in[state_at + (4 * i) * HEAD], state_in[state_at + (4 * i + 1) * HEAD],
                            state_in[state_at + (4 * i + 2) * HEAD], state_in[state_at + (4 * i + 3) * HEAD]);
    lu[lid] = bonus[head * HEAD + lid];

    int at = seq * tokens * width + head * HEAD + lid;
    for (int t = 0; t < tokens; t++, at += width) {
        barrier(CLK_LOCAL_MEM_FENCE);
        lk[lid] = key[at];
        lr[lid] = recept[at];
        lw[lid] = exp(-exp(decay[at]));
        barrier(CLK_LOCAL_MEM_FENCE);

        const float v = value[at];
        float4 acc = (float4)(0.0f);
        for (int i = 0; i < HEAD / 4; i++) {
            const float4 kv = sk[i] * v;
            acc = mad(sr[i], mad(su[i], kv, state[i]), acc);
            state[i] = mad(state[i], sw[i], kv);
        }
        out[at] = acc.x + acc.y + acc.z + acc.w;
    }

    for (int i = 0; i < HEAD / 4; i++) {
        state_out[state_at + (4 * i) * HEAD] = state[i].x;
        state_out[state_at + (4 * i + 1) * HEAD] = state[i].y;
        state_out[state_at + (4 * i + 2) * HEAD] = state[i].z;
        state_out[state_at + (4 * i + 3) * HEAD] = state[i].w;
    }
}
