// Byte-pair encoding of pre-split words: the adjacent pair of the earliest merge is joined until no pair
// is in the table (open addressing, linear probing). A merge's rank is the id of its token.
#define MAX_WORD 48
#define NONE 0xffffffffu

typedef struct {
    uint left, right, id, spare;
} merge_entry;

static inline uint pair_id(__global const merge_entry *restrict table, const uint mask, const uint left, const uint right)
{
    uint h = left * 0x9E3779B1u ^ right * 0x85EBCA77u;
    h ^= h >> 15;
    for (;; h++) {
        const merge_entry e = table[h & mask];
        if (e.left == left && e.right == right)
            return e.id;
        if (e.left == NONE)
            return NONE;
    }
}

__kernel void bpe_tokens(__global const uchar *restrict text,
                         __global const uint *restrict word_ptr,
                         __global const merge_entry *restrict table,
                         __global uint *restrict tokens,                // laid out as the text
                         __global uint *restrict count,
                         const uint nwords,
                         const uint mask)
{
    const uint word = get_global_id(0);
    if (word >= nwords)
        return;
    const uint first = word_ptr[word];
    int n = min((int)(word_ptr[word + 1] - first), MAX_WORD);

    uint token[MAX_WORD];
    uint joined[MAX_WORD];
    for (int i = 0; i < n; i++)
        token[i] = text[first + i];
    for (int i = 0; i + 1 < n; i++)
        joined[i] = pair_id(table, mask, token[i], token[i + 1]);

    while (n > 1) {
        uint best = NONE;
        int at = 0;
        for (int i = 0; i + 1 < n; i++)
            if (joined[i] < best) {
                best = joined[i];
                at = i;
            }
        if (best == NONE)
            break;
        token[at] = best;
        n--;
        for (int i = at + 1; i < n; i++) {
            token[i] = token[i + 1];
            joined[i - 1] = joined[i];
        }
        if (at + 1 < n)
            joined[at] = pair_id(table, mask, best, token[at + 1]);
        if (at > 0)
            joined[at - 1] = pair_id(table, mask, token[at - 1], best);
    }

    for (int i = 0; i < n; i++)
        tokens[first + i] = token[i];
    count[word] = n;
}
