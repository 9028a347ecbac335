// Natural language: likeliest parse of sentences by a weighted grammar in Chomsky's normal form (Viterbi CKY): a group is one sentence. Its
// items take pairs of a span and a symbol, from short spans to long ones; then one item reads the tree off.
//   begin      nsentences + 1: first word of each sentence; a sentence has at most LONGEST words
//   place      of each sentence: first cell in the chart; n * (n + 1) / 2 cells
//   word       of each word: its number in the lexicon
//   lex_begin  of each word of the lexicon, and one more: first of its tags
//   lex_tag    symbols that can be the word; each but once
//   lex_score  logarithms, <= 0
//   rule_begin nsymbols + 1: first rule of each symbol
//   rule       left, right symbol; of one parent the likeliest first
//   weight     of each rule: logarithm, <= 0
//   chart      cells x nsymbols: score of the best tree
//   back       cells x nsymbols: rule * 256 + words of its left part, -1 for none
//   tree       as `word`: rules of the best tree from the top, left before right; -1 for none
//   score      of each sentence
//   nsymbols (symbol 0 is the start)
#define NONE -1e30f
#define LONGEST 48

int cell(const int n, const int length_of, const int start)
{
    return (length_of - 1) * (n + 1) - (length_of - 1) * length_of / 2 + start;
}

__kernel void cky_parse(__global const int *restrict begin,
                        __global const int *restrict place,
                        __global const int *restrict word,
                        __global const int *restrict lex_begin,
                        __global const short *restrict lex_tag,
                        __global const float *restrict lex_score,
                        __global const int *restrict rule_begin,
                        __global const short2 *restrict rule,
                        __global const float *restrict weight,
                        __global float *restrict chart,
                        __global int *restrict back,
                        __global int *restrict tree,
                        __global float *restrict score,
                        const int nsymbols)
{
    const int lid = get_local_id(0);
    const int items = get_local_size(0);
    const int id = get_group_id(0);
    const int first = begin[id];
    const int n = begin[id + 1] - first;
    __global float *mine = chart + place[id] * nsymbols;
    __global int *from = back + place[id] * nsymbols;
    for (int i = lid; i < n; i += items) {
        for (int s = 0; s < nsymbols; s++) {
            mine[i * nsymbols + s] = NONE;
            from[i * nsymbols + s] = -1;
        }
        const int w = word[first + i];
        for (int e = lex_begin[w]; e < lex_begin[w + 1]; e++)
            mine[i * nsymbols + lex_tag[e]] = lex_score[e];
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
    for (int span = 2; span <= n; span++) {
        const int pairs = (n - span + 1) * nsymbols;
        for (int k = lid; k < pairs; k += items) {
            const int start = k / nsymbols;
            const int parent = k - start * nsymbols;
            float best = NONE;
            int how = -1;
            for (int r = rule_begin[parent]; r < rule_begin[parent + 1]; r++) {
                const float w = weight[r];
                if (w <= best)
                    break;                                                 // no later rule can do better
                const int left = rule[r].x;
                const int right = rule[r].y;
                for (int s = 1; s < span; s++) {
                    const float a = mine[cell(n, s, start) * nsymbols + left] + w;
                    if (a <= best)
                        continue;
                    const float v = a + mine[cell(n, span - s, start + s) * nsymbols + right];
                    if (v > best) {
                        best = v;
                        how = r * 256 + s;
                    }
                }
            }
            const int to = cell(n, span, start) * nsymbols + parent;
            mine[to] = best;
            from[to] = how;
        }
        barrier(CLK_GLOBAL_MEM_FENCE);
    }
    if (lid == 0) {
        score[id] = mine[cell(n, n, 0) * nsymbols];
        int4 stack[LONGEST];                                               // span, start, symbol
        int size = 1;
        int count = 0;
        stack[0] = (int4)(n, 0, 0, 0);
        while (size > 0) {
            const int4 t = stack[--size];
            const int how = from[cell(n, t.x, t.y) * nsymbols + t.z];
            if (how < 0)
                continue;
            const int r = how >> 8;
            const int s = how & 255;
            tree[first + count++] = r;
            if (t.x - s > 1)
                stack[size++] = (int4)(t.x - s, t.y + s, rule[r].y, 0);
            if (s > 1)
                stack[size++] = (int4)(s, t.y, rule[r].x, 0);
        }
        while (count < n)
            tree[first + count++] = -1;
    }
}
