// Connected components of a scanned page or micrograph, first pass (block-wise union-find as in Oliveira and Lotufo, OpenCV's CUDA
// labelling): every work-group joins the dark pixels of its tile in local memory, eight neighbours, with the lowest index as a
// component's label. Specks that lie wholly inside a tile are dropped. A later pass joins tiles along their borders.
//   image    height x width
//   label    height x width: pixel of the component's root (y * width + x), -1 for ground and specks
//   width, height, level (darker than this is ink), smallest (pixels)
//   local size: at most MAX_TILE items
#define MAX_TILE 512
#define AT_BORDER 0x40000000

int root_of(volatile __local int *up, int i)
{
    int next = up[i];
    while (next != i) {
        i = next;
        next = up[i];
    }
    return i;
}

void unite(volatile __local int *up, int a, int b)
{
    while (1) {
        a = root_of(up, a);
        b = root_of(up, b);
        if (a == b)
            return;
        const int high = max(a, b);
        const int low = min(a, b);
        const int old = atomic_min(&up[high], low);
        if (old == high)
            return;
        a = old;                                                          // somebody else joined it meanwhile
        b = low;
    }
}

__kernel void ccl_tile(__global const uchar *restrict image,
                       __global int *restrict label,
                       const int width,
                       const int height,
                       const int level,
                       const int smallest)
{
    __local int up[MAX_TILE];
    __local int area[MAX_TILE];
    __local uchar ink[MAX_TILE];
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    const int lx = get_local_id(0);
    const int ly = get_local_id(1);
    const int w = get_local_size(0);
    const int h = get_local_size(1);
    const int lid = ly * w + lx;
    const bool inside = x < width && y < height;
    const bool on = inside && image[y * width + x] < level;
    up[lid] = lid;
    area[lid] = 0;
    ink[lid] = on;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (on) {
        if (lx > 0 && ink[lid - 1])
            unite(up, lid, lid - 1);
        if (ly > 0) {
            if (ink[lid - w]) {
                unite(up, lid, lid - w);
            } else {
                if (lx > 0 && ink[lid - w - 1])
                    unite(up, lid, lid - w - 1);
                if (lx + 1 < w && ink[lid - w + 1])
                    unite(up, lid, lid - w + 1);
            }
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const int root = root_of(up, lid);
    if (on) {
        atomic_inc(&area[root]);
        if (lx == 0 || ly == 0 || lx == w - 1 || ly == h - 1)
            atomic_or(&area[root], AT_BORDER);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (inside)
        label[y * width + x] = on && area[root] >= smallest ? (y - ly + root / w) * width + x - lx + root % w : -1;
}
