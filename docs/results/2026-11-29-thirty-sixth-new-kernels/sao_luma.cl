// Sample adaptive offset of a decoded luma plane (HEVC in-loop filter), a sample a work-item: in each
// coding tree block either nothing, an offset by the sample's band, or one by the shape of its edge.
typedef struct {
    uchar type;             // 0 off, 1 band, 2 edge
    uchar kind;             // first band, or direction of the edge: across, down, two diagonals
    char offset[4];
    uchar unused[2];
} sao_block;

__constant char step_x[4] = {1, 0, 1, -1};
__constant char step_y[4] = {0, 1, 1, 1};

__kernel void sao_luma(__global const ushort *restrict recon,
                       __global const sao_block *restrict blocks,
                       __global ushort *restrict out,
                       const int width,
                       const int height,
                       const int log2_block,
                       const int blocks_across,
                       const int depth)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height)
        return;
    const int at = y * width + x;
    const int v = recon[at];
    __global const sao_block *b = blocks + (y >> log2_block) * blocks_across + (x >> log2_block);

    int change = 0;
    if (b->type == 1) {
        const int band = (v >> (depth - 5)) - b->kind;
        if (band >= 0 && band < 4)
            change = b->offset[band];
    } else if (b->type == 2) {
        const int dx = step_x[b->kind];
        const int dy = step_y[b->kind];
        if (x >= (dx != 0) && x + (dx != 0) < width && y >= dy && y + dy < height) {
            const int before = recon[at - dy * width - dx];
            const int after = recon[at + dy * width + dx];
            const int shape = (v > before) - (v < before) + (v > after) - (v < after);
            if (shape != 0)
                change = b->offset[shape < 0 ? shape + 2 : shape + 1];
        }
    }
    out[at] = clamp(v + change, 0, (1 << depth) - 1);
}
