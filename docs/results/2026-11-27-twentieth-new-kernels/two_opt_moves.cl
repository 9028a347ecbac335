/* Travelling salesman, 2-opt with neighbour lists: for every city the best exchange of its edge to the next (or previous)
 * city. The candidates are sorted by distance, so the search stops once a new edge would be longer than the one removed.
 * Each work-group reports its best move; the improving cities are counted with an atomic. */
#define GROUP 128

inline static float length_of(float2 a, float2 b)
{
    const float2 d = a - b;
    return sqrt(d.x * d.x + d.y * d.y);
}

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void two_opt_moves(__global const float2 *xy, __global const int *tour, __global const int *position,
                   __global const int *neighbours, __global float *group_gain, __global int2 *group_move,
                   __global uint *improving, int cities, int candidates)
{
    __local float gains[GROUP];
    __local int2 moves[GROUP];

    const int lane = get_local_id(0);
    const int a = get_global_id(0);
    float best = 0.0f;
    int2 move = (int2)(-1, -1);

    if (a < cities) {
        const float2 pa = xy[a];
        const int at = position[a];
        for (int side = 0; side < 2; side++) {
            const int step = side ? cities - 1 : 1;
            const int b = tour[(at + step) % cities];
            const float2 pb = xy[b];
            const float ab = length_of(pa, pb);
            for (int k = 0; k < candidates; k++) {
                const int c = neighbours[a * candidates + k];
                const float2 pc = xy[c];
                const float ac = length_of(pa, pc);
                if (ac >= ab)
                    break;
                const int d = tour[(position[c] + step) % cities];
                if (d == a || c == b)
                    continue;
                const float2 pd = xy[d];
                const float gain = ab + length_of(pc, pd) - ac - length_of(pb, pd);
                if (gain > best) {
                    best = gain;
                    move = side ? (int2)(b, d) : (int2)(a, c);
                }
            }
        }
        if (best > 1e-5f)
            atomic_inc(improving);
    }

    gains[lane] = best;
    moves[lane] = move;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int half_size = GROUP / 2; half_size > 0; half_size >>= 1) {
        if (lane < half_size && gains[lane + half_size] > gains[lane]) {
            gains[lane] = gains[lane + half_size];
            moves[lane] = moves[lane + half_size];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lane == 0) {
        group_gain[get_group_id(0)] = gains[0];
        group_move[get_group_id(0)] = moves[0];
    }
}
