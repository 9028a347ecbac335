// Transcript abundances from RNA reads (salmon, kallisto): one round of expectation maximisation over equivalence classes. Every
// class shares its reads among its transcripts in proportion to their abundance and the class's own weights; the shares are added
// up with compare-and-swap on floats, since many classes hold the same transcript.
//   class_ptr   first entry of each class, nclasses + 1 of them
//   transcript  of each entry
//   weight      of each entry: conditional probability over effective length
//   reads       of each class
//   alpha       abundances of the round before
//   sum         abundances of this round, 0 before the launch (added to)
//   likelihood  of each class: reads times log of its probability
//   dropped     classes too improbable to be shared out, counted (added to)
//   nclasses, floor_weight (entries that would get a smaller share of a class are skipped)
void add_float(volatile __global float *to, const float value)
{
    volatile __global int *bits = (volatile __global int *)to;
    int seen = *bits;
    while (1) {
        const int got = atomic_cmpxchg(bits, seen, as_int(as_float(seen) + value));
        if (got == seen)
            return;
        seen = got;
    }
}

__kernel void salmon_em(__global const int *restrict class_ptr,
                        __global const int *restrict transcript,
                        __global const float *restrict weight,
                        __global const int *restrict reads,
                        __global const double *restrict alpha,
                        volatile __global float *sum,
                        __global double *restrict likelihood,
                        volatile __global int *dropped,
                        const int nclasses,
                        const double floor_weight)
{
    const int id = get_global_id(0);
    if (id >= nclasses)
        return;
    const int begin = class_ptr[id];
    const int end = class_ptr[id + 1];
    const int count = reads[id];
    if (end - begin == 1) {
        const int t = transcript[begin];
        add_float(sum + t, (float)count);
        likelihood[id] = count * log(alpha[t] * weight[begin] + 1e-300);
        return;
    }
    double total = 0.0;
    for (int e = begin; e < end; e++)
        total += alpha[transcript[e]] * weight[e];
    if (!(total > 1e-30)) {
        atomic_inc(dropped);
        likelihood[id] = 0.0;
        return;
    }
    const double each = 1.0 / total;
    for (int e = begin; e < end; e++) {
        const int t = transcript[e];
        const double share = alpha[t] * weight[e] * each;
        if (share > floor_weight)
            add_float(sum + t, (float)(share * count));
    }
    likelihood[id] = count * log(total);
}
