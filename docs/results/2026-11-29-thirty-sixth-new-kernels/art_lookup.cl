// Point look-ups in an adaptive radix tree of byte strings (each ends with a zero), a query a work-item.
// References: type in the top three bits, index in the pool of that type below.
#define NOTHING 0xffffffffu
#define LEAF 1
#define NODE4 2
#define NODE16 3
#define NODE48 4
#define NODE256 5

typedef struct {
    uchar prefix[8];            // the first bytes of the compressed path
    ushort prefix_len;
    ushort count;
} node_head;

typedef struct {
    node_head head;
    uchar key[4];
    uint child[4];
} node4;

typedef struct {
    node_head head;
    uchar key[16];
    uint child[16];
} node16;

typedef struct {
    node_head head;
    uchar slot[256];            // 1 + place of the child, or 0
    uint child[48];
} node48;

typedef struct {
    node_head head;
    uint child[256];
} node256;

typedef struct {
    uint key;                   // offset in the key bytes
    uint value;
} leaf_entry;

static bool prefix_fits(__global const node_head *head, __global const uchar *rest, const uint left)
{
    const uint len = head->prefix_len;
    if (len >= left)
        return false;
    for (uint i = 0; i < min(len, 8u); i++)
        if (head->prefix[i] != rest[i])
            return false;
    return true;
}

__kernel void art_lookup(__global const uchar *restrict query,
                         __global const uint *restrict query_ptr,
                         __global const node4 *restrict pool4,
                         __global const node16 *restrict pool16,
                         __global const node48 *restrict pool48,
                         __global const node256 *restrict pool256,
                         __global const leaf_entry *restrict leaves,
                         __global const uchar *restrict keys,
                         __global uint *restrict value,
                         const uint root,
                         const uint nqueries)
{
    const uint q = get_global_id(0);
    if (q >= nqueries)
        return;
    __global const uchar *word = query + query_ptr[q];
    const uint length = query_ptr[q + 1] - query_ptr[q];

    uint ref = root;
    uint depth = 0;
    uint result = NOTHING;
    while (ref != 0) {
        const uint type = ref >> 29;
        const uint at = ref & 0x1fffffffu;
        if (type == LEAF) {
            __global const uchar *key = keys + leaves[at].key;
            uint i = 0;
            while (i < length && key[i] == word[i] && word[i] != 0)
                i++;
            if (i == length - 1 && key[i] == 0)
                result = leaves[at].value;
            break;
        }
        ref = 0;
        if (type == NODE4) {
            __global const node4 *node = pool4 + at;
            if (!prefix_fits(&node->head, word + depth, length - depth))
                break;
            depth += node->head.prefix_len;
            for (uint i = 0; i < node->head.count; i++)
                if (node->key[i] == word[depth]) {
                    ref = node->child[i];
                    break;
                }
        } else if (type == NODE16) {
            __global const node16 *node = pool16 + at;
            if (!prefix_fits(&node->head, word + depth, length - depth))
                break;
            depth += node->head.prefix_len;
            uint lo = 0;
            uint hi = node->head.count;
            while (lo < hi) {
                const uint mid = (lo + hi) >> 1;
                if (node->key[mid] < word[depth])
                    lo = mid + 1;
                else
                    hi = mid;
            }
            if (lo < node->head.count && node->key[lo] == word[depth])
                ref = node->child[lo];
        } else if (type == NODE48) {
            __global const node48 *node = pool48 + at;
            if (!prefix_fits(&node->head, word + depth, length - depth))
                break;
            depth += node->head.prefix_len;
            const uint slot = node->slot[word[depth]];
            if (slot)
                ref = node->child[slot - 1];
        } else {
            __global const node256 *node = pool256 + at;
            if (!prefix_fits(&node->head, word + depth, length - depth))
                break;
            depth += node->head.prefix_len;
            ref = node->child[word[depth]];
        }
        depth++;
        if (depth >= length && ref >> 29 != LEAF)
            break;
    }
    value[q] = result;
}
