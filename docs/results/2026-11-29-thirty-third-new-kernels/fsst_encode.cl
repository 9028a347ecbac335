// FSST string compression (Boncz, Neumann, Leis): every work-item encodes one string with a static symbol
// table: a lossy perfect hash of the symbols of three to eight bytes, a direct table of the one- and two-byte
// symbols. Code 255 escapes a literal byte. The output of a string starts at twice its input offset.
#define HASH_MASK 1023u
#define ESCAPE 255u

inline uint fsst_hash(const uint w)
{
    const uint h = w * 2971215073u;
    return (h ^ (h >> 15)) & HASH_MASK;
}

__kernel void fsst_encode(__global const uint *restrict offset,        // nstrings + 1
                          __global const uchar *restrict text,         // padded by 8 bytes
                          __global const ulong *restrict hash_symbol,
                          __global const ushort *restrict hash_meta,   // length << 8 | code, 0: no symbol here
                          __global const ushort *restrict short_meta,  // by two bytes: length << 8 | code
                          __global uchar *restrict packed,
                          __global uint *restrict packed_len,
                          const int nstrings)
{
    const int id = get_global_id(0);
    if (id >= nstrings)
        return;

    uint pos = offset[id];
    const uint end = offset[id + 1];
    const uint begin_out = 2u * pos;
    uint out = begin_out;

    while (pos < end) {
        ulong word = as_ulong(vload8(0, text + pos));
        const uint rest = end - pos;
        if (rest < 8u)
            word &= (1ul << (8u * rest)) - 1ul;

        const uint slot = fsst_hash((uint)word & 0xffffffu);
        uint meta = hash_meta[slot];
        const uint len = meta >> 8;
        if (meta == 0u || ((word ^ hash_symbol[slot]) << (64u - 8u * len)) != 0ul || len > rest)
            meta = short_meta[(uint)word & 0xffffu];

        const uint code = meta & 255u;
        packed[out++] = (uchar)code;
        if (code == ESCAPE)
            packed[out++] = (uchar)word;
        pos += meta >> 8;
    }
    packed_len[id] = out - begin_out;
}
