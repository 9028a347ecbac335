// Window functions of SQL over customers' ledgers (sum and rank over (partition by customer order by day); as in cuDF and HeavyDB): a
// work-group takes one partition after the other, tile by tile, with scans in local memory and a carry from tile to tile.
//   begin      first row of each partition, npartitions + 1 of them
//   day        of each row, ascending within a partition
//   amount     of each row (cents); NULL where missing
//   total      of each row: running sum (rows frame; NULLs don't count)
//   lowest     of each row: least running sum so far
//   rank       of each row: RANK()
//   dense      of each row: DENSE_RANK()
//   npartitions
//   local size: at most MAX_ITEMS; groups stride over the partitions
#define MAX_ITEMS 128
#define NONE (-0x7fffffffffffffffL - 1)
#define GREATEST 0x7fffffffffffffffL

__kernel void window_totals(__global const int *restrict begin,
                            __global const int *restrict day,
                            __global const long *restrict amount,
                            __global long *restrict total,
                            __global long *restrict lowest,
                            __global int *restrict rank,
                            __global int *restrict dense,
                            const int npartitions)
{
    __local long sums[MAX_ITEMS];
    __local long mins[MAX_ITEMS];
    __local int2 peers[MAX_ITEMS];                                         // days so far, first row of the day
    const int lid = get_local_id(0);
    const int items = get_local_size(0);
    for (int p = get_group_id(0); p < npartitions; p += get_num_groups(0)) {
        const int from = begin[p];
        const int end = begin[p + 1];
        long carried = 0;
        long carried_least = GREATEST;
        int2 carried_peers = (int2)(0, 0);
        for (int first = from; first < end; first += items) {
            const int row = first + lid;
            const bool mine = row < end;
            long value = mine ? amount[row] : 0;
            if (value == NONE)
                value = 0;
            const bool fresh = mine && (row == from || day[row] != day[row - 1]);
            sums[lid] = value;
            peers[lid] = fresh ? (int2)(1, row - from + 1) : (int2)(0, 0);
            barrier(CLK_LOCAL_MEM_FENCE);
            for (int gap = 1; gap < items; gap *= 2) {
                long other = 0;
                int2 others = (int2)(0, 0);
                if (lid >= gap) {
                    other = sums[lid - gap];
                    others = peers[lid - gap];
                }
                barrier(CLK_LOCAL_MEM_FENCE);
                sums[lid] += other;
                peers[lid] = (int2)(peers[lid].x + others.x, max(peers[lid].y, others.y));
                barrier(CLK_LOCAL_MEM_FENCE);
            }
            const long sum = carried + sums[lid];
            mins[lid] = mine ? sum : GREATEST;
            barrier(CLK_LOCAL_MEM_FENCE);
            for (int gap = 1; gap < items; gap *= 2) {
                const long other = lid >= gap ? mins[lid - gap] : GREATEST;
                barrier(CLK_LOCAL_MEM_FENCE);
                mins[lid] = min(mins[lid], other);
                barrier(CLK_LOCAL_MEM_FENCE);
            }
            if (mine) {
                total[row] = sum;
                lowest[row] = min(carried_least, mins[lid]);
                rank[row] = max(carried_peers.y, peers[lid].y);
                dense[row] = carried_peers.x + peers[lid].x;
            }
            carried += sums[items - 1];
            carried_least = min(carried_least, mins[items - 1]);
            carried_peers = (int2)(carried_peers.x + peers[items - 1].x, max(carried_peers.y, peers[items - 1].y));
            barrier(CLK_LOCAL_MEM_FENCE);
        }
    }
}
