// Radix tree over sorted Morton codes, the first half of building a bounding volume hierarchy (Karras 2012; as in Embree's and PhysX's GPU
// builders): an item is one inner node. It finds which way its range of leaves runs, how far, and where to split it; equal codes are told
// apart by their index.
//   code       of each leaf: Morton code of 30 bits, ascending
//   child      of each inner node: left and right; leaves count from 0, inner nodes have the top bit set
//   parent     of each inner node (nleaves - 1), then of each leaf; that of the root is not written
//   range      of each inner node: first and last leaf
//   nleaves
#define INNER 0x80000000u

int common(__global const uint *restrict code, const int nleaves, const int i, const uint own, const int j)
{
    if (j < 0 || j >= nleaves)
        return -1;
    const uint other = code[j];
    return own == other ? 32 + (int)clz((uint)(i ^ j)) : (int)clz(own ^ other);
}

__kernel void karras_tree(__global const uint *restrict code,
                          __global uint2 *restrict child,
                          __global uint *restrict parent,
                          __global int2 *restrict range,
                          const int nleaves)
{
    const int i = get_global_id(0);
    if (i >= nleaves - 1)
        return;
    const uint own = code[i];
    const int after = common(code, nleaves, i, own, i + 1);
    const int before = common(code, nleaves, i, own, i - 1);
    const int way = after > before ? 1 : -1;
    const int least = min(after, before);
    int most = 2;
    while (common(code, nleaves, i, own, i + most * way) > least)
        most *= 2;
    int length = 0;
    for (int t = most / 2; t >= 1; t /= 2)
        if (common(code, nleaves, i, own, i + (length + t) * way) > least)
            length += t;
    const int j = i + length * way;
    const int prefix = common(code, nleaves, i, own, j);
    int split = 0;
    int t = length;
    do {
        t = (t + 1) >> 1;
        if (common(code, nleaves, i, own, i + (split + t) * way) > prefix)
            split += t;
    } while (t > 1);
    const int middle = i + split * way + min(way, 0);
    const int first = min(i, j);
    const int last = max(i, j);
    uint2 to;
    if (first == middle) {
        to.x = middle;
        parent[nleaves - 1 + middle] = i;
    } else {
        to.x = (uint)middle | INNER;
        parent[middle] = i;
    }
    if (last == middle + 1) {
        to.y = middle + 1;
        parent[nleaves + middle] = i;
    } else {
        to.y = (uint)(middle + 1) | INNER;
        parent[middle + 1] = i;
    }
    child[i] = to;
    range[i] = (int2)(first, last);
}
