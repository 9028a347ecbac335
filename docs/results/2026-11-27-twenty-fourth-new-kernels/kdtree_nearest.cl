/* Photon maps and point clouds: nearest neighbour in a k-d tree, with a stack of the far sides still to visit.
 * node = (split, axis, left, right); axis -1 is a leaf with points left to right of the sorted array. */
#define DEPTH 40

__kernel void kdtree_nearest(__global const float4 *restrict nodes, __global const float4 *restrict points,
                             __global const float4 *restrict queries, __global int *restrict nearest,
                             __global float *restrict distance, const int count, const float radius)
{
    const int q = get_global_id(0);
    if (q >= count)
        return;

    const float4 query = queries[q];
    int stack_node[DEPTH];
    float stack_near[DEPTH];
    int top = 0, node = 0, best = -1;
    float best2 = radius * radius;

    for (;;) {
        float4 n = nodes[node];
        int axis = as_int(n.y);
        while (axis >= 0) {
            const float at = axis == 0 ? query.x : axis == 1 ? query.y : query.z;
            const float side = at - n.x;
            const int left = as_int(n.z), right = as_int(n.w);
            const int far = side < 0.0f ? right : left;
            node = side < 0.0f ? left : right;
            if (side * side < best2 && top < DEPTH) {
                stack_node[top] = far;
                stack_near[top] = side * side;
                top++;
            }
            n = nodes[node];
            axis = as_int(n.y);
        }

        for (int i = as_int(n.z); i < as_int(n.w); i++) {
            const float4 p = points[i];
            const float dx = p.x - query.x, dy = p.y - query.y, dz = p.z - query.z;
            const float d2 = dx * dx + dy * dy + dz * dz;
            if (d2 < best2) {
                best2 = d2;
                best = as_int(p.w);
            }
        }

        // back to the last far side that can still hold something nearer
        do
            top--;
        while (top >= 0 && stack_near[top] >= best2);
        if (top < 0)
            break;
        node = stack_node[top];
    }
    nearest[q] = best;
    distance[q] = sqrt(best2);
}
