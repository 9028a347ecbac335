// Sparse 3-d convolution of lidar detectors (spconv, MinkowskiEngine; SECOND, CenterPoint): only voxels that hold points have
// features, and only they get results. The rule book names the neighbour under each of the 27 taps or -1. An item makes four
// channels of one voxel; the weights of a tap are brought into local memory by the group. Batch norm and ReLU follow.
//   feature     nvoxels x in_channels
//   rule        27 x nvoxels
//   weight      27 x in_channels x out_quads
//   scale_shift 2 x out_quads
//   shortcut    nvoxels x out_quads, added before ReLU where residual is not 0
//   out         nvoxels x out_quads
//   nvoxels, in_channels (at most MAX_IN), out_quads (dimension 0's size, at most MAX_QUADS), ntaps (27), residual
#define MAX_IN 32
#define MAX_QUADS 16

__kernel void submanifold_conv(__global const float *restrict feature,
                               __global const int *restrict rule,
                               __global const float4 *restrict weight,
                               __global const float4 *restrict scale_shift,
                               __global const float4 *restrict shortcut,
                               __global float4 *restrict out,
                               const int nvoxels,
                               const int in_channels,
                               const int out_quads,
                               const int ntaps,
                               const int residual)
{
    __local float4 tap[MAX_IN * MAX_QUADS];
    const int quad = get_local_id(0);
    const int voxel = get_global_id(1);
    const int lid = get_local_id(1) * out_quads + quad;
    const int wg = get_local_size(1) * out_quads;
    const int size = in_channels * out_quads;
    float4 sum = (float4)(0.0f);
    for (int k = 0; k < ntaps; k++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int i = lid; i < size; i += wg)
            tap[i] = weight[k * size + i];
        barrier(CLK_LOCAL_MEM_FENCE);
        const int from = voxel < nvoxels ? rule[k * nvoxels + voxel] : -1;
        if (from >= 0) {
            __global const float *f = feature + from * in_channels;
            for (int c = 0; c < in_channels; c++)
                sum = mad((float4)(f[c]), tap[c * out_quads + quad], sum);
        }
    }
    if (voxel >= nvoxels)
        return;
    float4 value = mad(sum, scale_shift[quad], scale_shift[out_quads + quad]);
    if (residual)
        value += shortcut[voxel * out_quads + quad];
    out[voxel * out_quads + quad] = fmax(value, (float4)(0.0f));
}
