// Protein search: ungapped extension of word hits in both directions with an X-drop rule (BLASTP's second step), scores from
// a position-specific matrix of 32 columns. Sequences of the database are separated by END. A segment is score, start in the
// query, start in the database, length; all zero below the cutoff.
#define WORD 3
#define END 31

kernel void blast_xdrop(global const char *pssm, global const uchar *database, global const int2 *hit, int n_hits,
                        int query_length, int x_drop, int cutoff, global int4 *segment)
{
    int i = get_global_id(0);
    if (i >= n_hits)
        return;
    int q = hit[i].x, s = hit[i].y;

    int best = 0;
    for (int k = 0; k < WORD; k++)
        best += pssm[(q + k) * 32 + database[s + k]];

    int running = best, right = WORD;
    for (int k = WORD; q + k < query_length; k++) {
        uchar residue = database[s + k];
        if (residue == END)
            break;
        running += pssm[(q + k) * 32 + residue];
        if (running > best) {
            best = running;
            right = k + 1;
        } else if (running <= 0 || best - running > x_drop) {
            break;
        }
    }

    running = best;
    int left = 0;
    for (int k = 1; k <= q; k++) {
        uchar residue = database[s - k];
        if (residue == END)
            break;
        running += pssm[(q - k) * 32 + residue];
        if (running > best) {
            best = running;
            left = k;
        } else if (best - running > x_drop) {
            break;
        }
    }
    segment[i] = best < cutoff ? (int4)(0) : (int4)(best, q - left, s - left, left + right);
}
