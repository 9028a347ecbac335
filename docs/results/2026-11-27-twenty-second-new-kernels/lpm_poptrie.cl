/* Networking: longest prefix match of IPv4 destinations. The first 16 bits index a direct table, the rest walks
 * four-bit trie nodes compressed by population count. Traffic per next hop is counted in local memory first.
 * node = (children bitmap | leaf-run bitmap << 16, first child, first leaf, 0); direct has the top bit set for a leaf. */
#define HOPS 64

__kernel void lpm_poptrie(__global const uint *restrict destination, __global const ushort *restrict length,
                          __global const uint *restrict direct, __global const uint4 *restrict nodes,
                          __global const uchar *restrict leaves, __global uchar *restrict next_hop,
                          __global volatile uint *hop_packets, __global volatile uint *hop_bytes, const uint packets)
{
    __local uint count[HOPS], bytes[HOPS];
    for (uint i = get_local_id(0); i < HOPS; i += get_local_size(0))
        count[i] = bytes[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint p = get_global_id(0); p < packets; p += get_global_size(0)) {
        const uint address = destination[p];
        uint entry = direct[address >> 16];
        uint hop;
        if (entry & 0x80000000u)
            hop = entry & (HOPS - 1);
        else {
            int shift = 12;
            for (;;) {
                const uint4 node = nodes[entry];
                const uint slot = (address >> shift) & 15;
                const uint upto = (2u << slot) - 1;
                if ((node.x >> slot) & 1) {
                    entry = node.y + popcount(node.x & upto) - 1;
                    shift -= 4;
                } else {
                    hop = leaves[node.z + popcount((node.x >> 16) & upto) - 1] & (HOPS - 1);
                    break;
                }
            }
        }
        next_hop[p] = (uchar)hop;
        atomic_inc(&count[hop]);
        atomic_add(&bytes[hop], (uint)length[p]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint i = get_local_id(0); i < HOPS; i += get_local_size(0))
        if (count[i]) {
            atomic_add(&hop_packets[i], count[i]);
            atomic_add(&hop_bytes[i], bytes[i]);
        }
}
