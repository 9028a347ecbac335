#pragma once

namespace clgauge::microbench {

// Together these cover every family and every source that differs in more than a number.
inline constexpr const char* kTinyKernels[] = {
    "empty_launch group_size:16 groups:3",
    "arithmetic dtype:float32 lanes:1 groups:2 group_size:16 trips:6",
    "arithmetic op:madd,exp dtype:float64 lanes:1 groups:1 group_size:8 trips:6",
    "arithmetic op:madd dtype:float64,float16 lanes:4 chains:12 groups:1 group_size:8 trips:6",
    "arithmetic op:add,mul,bit dtype:int32 lanes:1 groups:1 group_size:8 trips:7",
    "global_load dtype:float32 lanes:1 lstride:1,16 arrays:3 group_size:32 items:96",
    "global_load dtype:float64 lanes:4 gstride:packed lstride:2 arrays:1 group_size:32 items:96",
    "global_load dtype:float16 lanes:1 gstride:packed lstride:2 arrays:1 group_size:32 items:96",
    "global_store dtype:float32,int32 lanes:1 lstride:4 arrays:2 group_size:32 items:96",
    "global_store dtype:float64 lanes:4 lstride:1 arrays:1 group_size:32 items:96",
    "stream dtype:float32,float64 sources:0,1,3 group_size:32 items:96",
    "loop_load dtype:float32 group_size:16 items:48 trips:5",
    "loop_store dtype:float32 group_size:16 items:48 trips:5",
    "loop_dot dtype:float32 pad:3 local_x:4 local_y:8 side:16 trips:12",
    "loop_work degree:4 group_size:8 items:16 trips:8",
    "mountain dtype:float32 lstride:1,4 working_set:8192 group_size:16 groups:3",
    "scattered_load dtype:float32 group_size:16 items:64 table:2048",
    "record_load dtype:float32 members:4,8 group_size:16 items:48",
    "lone_load ops:1,4 table:64 items:5 trips:100",
    "lone_load ops:1 table:4096 items:5 trips:112 run:16",
    "stride_walk ops:1,2 walks:1,3 step:7 lines:960 items:5",
    "transpose dtype:float64 index:int,long pad:3 local_x:4 local_y:8 side:16",
    "neighbour_load dtype:float32 index:int points:3,17 local_x:4 local_y:8 side:16",
    "plane_walk dtype:float32 depth:1,3 local_x:4 local_y:8 side:16 trips:5",
    "star_walk radius:1,3 local_x:4 local_y:8 side:16 trips:5",
    "local_read dtype:float32 lstride:0,1,8 group_size:16 groups:2 trips:3",
    "local_move dtype:float32 lstride:8 moves:1,8 group_size:16 groups:2 trips:3",
    "local_move dtype:float64 lstride:1 moves:8 group_size:16 groups:2 trips:4",
    "local_dot dtype:float32 tile:4 groups:3 trips:3",
    "straight_line degree:5 chains:1,3 group_size:8 items:16",
    "lane_work degree:2 group_size:8 items:16",
    "denormal_work group_size:8 items:16 trips:3",
    "barrier_chain live:0,4 group_size:16 groups:2 trips:5",
    "delay_line taps:2,5 group_size:16 groups:2 trips:5",
    "private_queue live:2,5 group_size:16 groups:2 trips:5",
    "atomic_update group_size:16 groups:3 trips:5",
    "random_branch ways:3 items:12 trips:9",
    "random_loop longest:5 items:12 trips:9",
    "late_core groups:1,2 links:15,40",
    "load_mix dtype:float32 ops:0,4 group_size:16 items:32 trips:3",
};

}  // namespace clgauge::microbench
