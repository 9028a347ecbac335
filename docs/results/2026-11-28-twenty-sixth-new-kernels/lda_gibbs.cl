// One sweep of approximate-distributed collapsed Gibbs sampling for LDA with 32 topics:
// word-topic counts are frozen for the sweep and changes gathered by atomics.
// NDRange: 1-D, one document per work-item (padded to the group size).
#define TOPICS 32

uint xorshift32(uint s)
{
    s ^= s << 13;
    s ^= s >> 17;
    s ^= s << 5;
    return s;
}

__kernel void lda_gibbs(__global const int *doc_ptr,
                        __global const int *words,
                        __global const uchar *z_old,
                        __global uchar *z_new,
                        __global const int *word_topic,   // [word][topic]
                        __global const int *topic_total,
                        __global int *delta_word_topic,
                        __global int *delta_topic,
                        int ndocs, uint seed,
                        float alpha, float beta, float vbeta)
{
    __local float inv_total[TOPICS];
    __local int moved[TOPICS];

    for (int k = get_local_id(0); k < TOPICS; k += get_local_size(0)) {
        inv_total[k] = 1.0f / ((float)topic_total[k] + vbeta);
        moved[k] = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    const int d = get_global_id(0);
    if (d < ndocs) {
        const int begin = doc_ptr[d], end = doc_ptr[d + 1];
        uint rng = seed ^ ((uint)d * 0x9E3779B9u + 0x7F4A7C15u);
        ushort ndk[TOPICS];
        float cum[TOPICS];

        for (int k = 0; k < TOPICS; k++)
            ndk[k] = 0;
        for (int t = begin; t < end; t++)
            ndk[z_old[t]]++;

        for (int t = begin; t < end; t++) {
            const int w = words[t];
            const int old = z_old[t];
            __global const int *row = word_topic + (size_t)w * TOPICS;

            ndk[old]--;
            float sum = 0.0f;
            for (int k = 0; k < TOPICS; k++) {
                const int c = row[k] - (k == old);
                sum += ((float)ndk[k] + alpha) * ((float)max(c, 0) + beta) * inv_total[k];
                cum[k] = sum;
            }

            rng = xorshift32(rng);
            const float u = (float)(rng >> 8) * (1.0f / 16777216.0f) * sum;
            int k = 0;
            while (k < TOPICS - 1 && cum[k] < u)
                k++;

            ndk[k]++;
            z_new[t] = (uchar)k;
            if (k != old) {
                atomic_dec(&delta_word_topic[w * TOPICS + old]);
                atomic_inc(&delta_word_topic[w * TOPICS + k]);
                atomic_dec(&moved[old]);
                atomic_inc(&moved[k]);
            }
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = get_local_id(0); k < TOPICS; k += get_local_size(0))
        if (moved[k] != 0)
            atomic_add(&delta_topic[k], moved[k]);
}
