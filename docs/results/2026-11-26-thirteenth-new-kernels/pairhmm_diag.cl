// Likelihood of a read given a haplotype by the pair-HMM forward algorithm along antidiagonals, a work-group a pair (bioinformatics).
#define MAX_ROWS 128

kernel void pairhmm_diag(global const uchar *read_bases, global const uchar *read_quality,
                         global const int *read_first, global const uchar *hap_bases, global const int *hap_first,
                         global const int2 *pair, float open_quality, float extend_quality,
                         global float *log_likelihood)
{
    local float match[3][MAX_ROWS + 1], insert[3][MAX_ROWS + 1], delete[3][MAX_ROWS + 1];
    int row = get_local_id(0), p = get_group_id(0);
    int2 which = pair[p];
    int r0 = read_first[which.x], rows = read_first[which.x + 1] - r0;
    int h0 = hap_first[which.y], columns = hap_first[which.y + 1] - h0;
    float initial = 0x1p100f / (float)columns;

    for (int d = 0; d < 3; d++) {
        match[d][row + 1] = 0.0f;
        insert[d][row + 1] = 0.0f;
        delete[d][row + 1] = 0.0f;
        if (row == 0) {                           // the row before the first: start anywhere
            match[d][0] = 0.0f;
            insert[d][0] = 0.0f;
            delete[d][0] = initial;
        }
    }
    bool live = row < rows;
    uchar base = live ? read_bases[r0 + row] : (uchar)'N';
    float error = live ? exp10(-0.1f * (float)read_quality[r0 + row]) : 1.0f;
    float same = 1.0f - error, other = error * (1.0f / 3.0f);
    float open = exp10(-0.1f * open_quality), extend = exp10(-0.1f * extend_quality);
    float stay = 1.0f - 2.0f * open, back = 1.0f - extend;
    float total = 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int d = 0; d < rows + columns - 1; d++) {
        int now = d % 3, one = (d + 2) % 3, two = (d + 1) % 3;
        int j = d - row;
        if (live && j >= 0 && j < columns) {
            uchar h = hap_bases[h0 + j];
            float prior = h == base || h == 'N' || base == 'N' ? same : other;
            float m = prior * (stay * match[two][row] + back * (insert[two][row] + delete[two][row]));
            float in = open * match[one][row] + extend * insert[one][row];
            float de = open * match[one][row + 1] + extend * delete[one][row + 1];
            match[now][row + 1] = m;
            insert[now][row + 1] = in;
            delete[now][row + 1] = de;
            total += m + in;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (row == rows - 1)
        log_likelihood[p] = log10(total) - 100.0f * 0.30103000f;
}
