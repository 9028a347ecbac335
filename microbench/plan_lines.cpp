#include "microbench/plan_lines.h"

#include <array>

namespace clgauge::microbench {
namespace {

constexpr std::array kLines{
    PlanLine{Effort::quick, "launch", "empty_launch group_size:64 groups:1,64,1024,16384"},
    PlanLine{Effort::quick, "launch", "empty_launch group_size:256 groups:256,4096"},
    PlanLine{Effort::quick, "launch", "empty_launch group_size:1 groups:4096"},
    PlanLine{Effort::quick, "launch", "late_core"},
    PlanLine{Effort::standard, "launch", "empty_launch"},
    PlanLine{
        Effort::quick, "arithmetic",
        "arithmetic op:add,mul,madd dtype:float32,float64 lanes:1 groups:{groups} trips:16,128"},
    // More variables than any core has vector registers.
    PlanLine{Effort::quick, "arithmetic",
             "arithmetic op:madd dtype:float32,float64 lanes:4 chains:48 groups:{groups} trips:32"},
    // Few enough chains for 16 vector registers: the peak.
    PlanLine{Effort::quick, "arithmetic",
             "arithmetic op:madd dtype:float32 lanes:8 chains:12 groups:{groups} trips:256"},
    PlanLine{Effort::quick, "arithmetic",
             "arithmetic op:madd dtype:float64 lanes:4 chains:12 groups:{groups} trips:256"},
    // Work-items without neighbours to make vectors with.
    PlanLine{
        Effort::quick, "arithmetic",
        "arithmetic op:madd dtype:float32 lanes:8 chains:12 group_size:1 groups:1024 trips:256"},
    PlanLine{
        Effort::quick, "arithmetic",
        "arithmetic op:madd dtype:float64 lanes:8 chains:24 group_size:1 groups:1024 trips:256"},
    PlanLine{
        Effort::quick, "arithmetic",
        "arithmetic op:madd dtype:float32 lanes:4 chains:48 group_size:1 groups:1024 trips:64"},
    PlanLine{Effort::quick, "arithmetic", "straight_line items:131072"},
    // As long as ports bind it, not chains: compilers order conversions and selections so that
    // long ones wait.
    PlanLine{Effort::quick, "arithmetic", "lane_work degree:8"},
    PlanLine{Effort::quick, "arithmetic", "lane_work work:integer,multiply,shift degree:32"},
    PlanLine{Effort::quick, "arithmetic", "lane_work work:convert,select degree:3"},
    PlanLine{Effort::quick, "arithmetic",
             "denormal_work work:weight dtype:float32 numbers:denormal trips:8,32"},
    PlanLine{Effort::quick, "arithmetic",
             "denormal_work dtype:float32,float64 numbers:denormal trips:8"},
    PlanLine{Effort::quick, "arithmetic", "denormal_work dtype:float32 numbers:normal trips:32"},
    PlanLine{Effort::standard, "arithmetic", "denormal_work"},
    // What compilers that make no vectors of work-items do in loops: throughput, and latency.
    PlanLine{Effort::quick, "arithmetic", "loop_work work:steps"},
    PlanLine{Effort::quick, "arithmetic", "loop_work work:chain,div,exp,log,sin dtype:float32"},
    PlanLine{Effort::standard, "arithmetic", "loop_work"},
    PlanLine{Effort::standard, "arithmetic", "straight_line degree:8,32,128"},
    PlanLine{Effort::standard, "arithmetic", "lane_work degree:4,16"},
    PlanLine{Effort::standard, "arithmetic",
             "arithmetic op:add,mul,madd,div dtype:float32,float64,float16 lanes:1,2,4,8,16 "
             "groups:{groups} trips:16"},
    PlanLine{Effort::full, "arithmetic",
             "arithmetic op:add,mul,madd dtype:float32,float64,float16 lanes:1,4,8 groups:{groups} "
             "group_size:16,256 trips:16,64"},
    PlanLine{Effort::quick, "global loads",
             "global_load dtype:float32 lanes:1 lstride:1 gstride:packed arrays:1,3 "
             "items:16384,131072,1048576,4194304"},
    PlanLine{Effort::quick, "global loads",
             "global_load dtype:float32 lanes:1 lstride:2,4,16 gstride:packed arrays:1 "
             "items:131072,1048576"},
    PlanLine{
        Effort::quick, "global loads",
        "global_load dtype:float64 lanes:1 lstride:1 gstride:packed arrays:1 items:131072,2097152"},
    PlanLine{Effort::quick, "global loads",
             "global_load dtype:float32 lanes:1 lstride:1 gstride:0 arrays:1 items:1048576"},
    PlanLine{Effort::quick, "global loads", "stream dtype:float32"},
    PlanLine{Effort::standard, "global loads", "stream dtype:float64"},
    // STREAM's add, beyond every cache, and with nothing to bind a core.
    PlanLine{Effort::quick, "global loads",
             "global_load dtype:float32 lanes:1 lstride:1 gstride:packed arrays:2 items:16777216"},
    PlanLine{Effort::quick, "global loads", "stream dtype:float32 sources:0,1 items:33554432"},
    PlanLine{Effort::quick, "global loads",
             "scattered_load dtype:float32 table:65536,1048576,16777216"},
    PlanLine{Effort::quick, "global loads",
             "record_load dtype:float32 result:sum members:4,8,16 items:16384,2097152"},
    PlanLine{Effort::quick, "global loads",
             "record_load dtype:float32,float64 result:record members:8 items:16384,1048576"},
    PlanLine{Effort::quick, "global loads", "lone_load dtype:float32 ops:1,4,16 table:524288"},
    PlanLine{Effort::quick, "global loads",
             "lone_load dtype:float32 ops:1,4,16 table:16777216 items:2048"},
    // Beyond second caches of 2 MiB, and beyond last ones as large as that table.
    PlanLine{Effort::quick, "global loads",
             "lone_load dtype:float32 ops:4,16 table:2097152 items:256"},
    PlanLine{Effort::quick, "global loads",
             "lone_load dtype:float32 ops:4,16 table:67108864 items:8192 run:16"},
    PlanLine{Effort::quick, "global loads",
             "lone_load dtype:float32 ops:1,4,16 table:67108864 items:2048 run:16"},
    PlanLine{Effort::quick, "global loads", "stride_walk dtype:float32 ops:1"},
    PlanLine{Effort::standard, "global loads", "record_load"},
    PlanLine{Effort::standard, "global loads", "lone_load"},
    PlanLine{Effort::standard, "global loads", "stride_walk"},
    PlanLine{Effort::standard, "global loads",
             "global_load dtype:float32 lanes:1 lstride:1,2,4,16 arrays:1,3 "
             "items:16384,131072,1048576,4194304"},
    PlanLine{Effort::standard, "global loads",
             "global_load dtype:float32,float64 lanes:1 lstride:64 gstride:packed arrays:1 "
             "items:16384,131072,1048576"},
    PlanLine{Effort::standard, "global loads",
             "global_load dtype:float64 lanes:1 lstride:1,4,16 gstride:packed arrays:1 "
             "items:16384,131072,1048576,4194304"},
    PlanLine{Effort::standard, "global loads",
             "global_load dtype:float32,float64,int32,float16 lanes:4 lstride:1 gstride:packed "
             "arrays:1 items:131072,1048576"},
    PlanLine{Effort::standard, "global loads", "scattered_load"},
    PlanLine{Effort::full, "global loads",
             "global_load dtype:float32,float64,int32 lanes:1,4 lstride:1,3,8,32 arrays:1,2 "
             "gstride:packed group_size:64 items:65536,262144,1048576"},
    PlanLine{
        Effort::quick, "global stores",
        "global_store dtype:float32 lanes:1 lstride:1 arrays:1 items:16384,131072,1048576,4194304"},
    PlanLine{Effort::quick, "global stores",
             "global_store dtype:float32 lanes:1 lstride:4,16 arrays:1 items:131072,1048576"},
    PlanLine{Effort::quick, "global stores",
             "global_store dtype:float64 lanes:1 lstride:1 arrays:1 items:1048576"},
    PlanLine{Effort::standard, "global stores",
             "global_store dtype:float32,float64 lanes:1 arrays:1 items:16384,131072,1048576"},
    PlanLine{
        Effort::standard, "global stores",
        "global_store dtype:float32 lanes:1,4 lstride:1 arrays:1,2 items:131072,1048576,4194304"},
    PlanLine{Effort::full, "global stores",
             "global_store dtype:float32,float64,int32 lanes:1,4 lstride:1,3,8,32 arrays:1 "
             "group_size:64 items:65536,262144"},
    PlanLine{Effort::quick, "memory in two dimensions",
             "transpose dtype:float32 walk:copy,read index:int pad:none,16 side:1024"},
    PlanLine{Effort::quick, "memory in two dimensions",
             "neighbour_load dtype:float32 points:5 index:int side:256,1024"},
    PlanLine{Effort::quick, "memory in two dimensions",
             "transpose dtype:float32 walk:write index:int pad:none,16 side:1024"},
    PlanLine{Effort::quick, "memory in two dimensions",
             "neighbour_load dtype:float32 points:9,17 index:int side:256,1024"},
    PlanLine{Effort::quick, "memory in two dimensions", "plane_walk dtype:float32 depth:1,9,17"},
    PlanLine{Effort::quick, "memory in two dimensions",
             "star_walk dtype:float32 radius:8 side:48,64,240"},
    PlanLine{Effort::quick, "memory in two dimensions",
             "star_walk dtype:float32 radius:2 side:480"},
    PlanLine{Effort::standard, "memory in two dimensions", "transpose dtype:float32 side:256,1024"},
    PlanLine{Effort::standard, "memory in two dimensions",
             "transpose dtype:float64 index:int pad:none,16 side:256,1024"},
    PlanLine{Effort::standard, "memory in two dimensions",
             "neighbour_load dtype:float32 side:256,1024"},
    PlanLine{Effort::standard, "memory in two dimensions", "plane_walk"},
    PlanLine{Effort::full, "memory in two dimensions",
             "transpose local_x:16,64 local_y:4 side:512,2048"},
    PlanLine{Effort::full, "memory in two dimensions",
             "neighbour_load dtype:float32,float64 local_x:16,64 local_y:4 side:256,1024,2048"},
    PlanLine{Effort::full, "memory in two dimensions",
             "plane_walk local_x:32 local_y:8 side:256 trips:64"},
    PlanLine{Effort::quick, "loops over memory",
             "loop_load dtype:float32 index:int items:4096 trips:64,512"},
    // Vectors of neighbours, where compilers gather for an index that may wrap.
    PlanLine{Effort::quick, "loops over memory",
             "loop_load dtype:float32 walk:row,column index:long items:4096 trips:64,512"},
    PlanLine{Effort::quick, "loops over memory",
             "loop_store dtype:float32 pad:none index:long items:4096 trips:16,128"},
    PlanLine{Effort::quick, "loops over memory",  // pages of few sets, and of all
             "loop_load dtype:float32 walk:column index:int items:65536,65600 trips:256"},
    PlanLine{Effort::quick, "loops over memory",
             "loop_store dtype:float32 pad:none index:int items:4096,16384 trips:16,128"},
    PlanLine{Effort::quick, "loops over memory",
             "loop_store dtype:float32 pad:16 index:int items:16384 trips:128"},
    PlanLine{Effort::quick, "loops over memory",
             "loop_dot dtype:float32 pad:none,16 side:256 trips:64,256"},
    PlanLine{Effort::quick, "loops over memory",
             "loop_dot dtype:float64 b:column pad:none side:256 trips:128"},
    PlanLine{Effort::quick, "loops over memory", "load_mix dtype:float32 ops:1,16 items:16384"},
    PlanLine{Effort::quick, "loops over memory", "load_mix dtype:float32 ops:4 items:262144"},
    PlanLine{Effort::quick, "loops over memory",
             "mountain dtype:float32 lstride:1,16 working_set:131072,1048576,8388608"},
    PlanLine{Effort::quick, "loops over memory",
             "mountain dtype:float32 lstride:4 working_set:67108864 groups:4"},
    PlanLine{Effort::standard, "loops over memory", "loop_load items:1024,4096,16384 trips:64,512"},
    PlanLine{Effort::standard, "loops over memory",
             "loop_dot pad:none,16 side:128,256 trips:64,256"},
    PlanLine{Effort::standard, "loops over memory", "load_mix items:16384"},
    PlanLine{Effort::standard, "loops over memory", "load_mix dtype:float32 items:262144"},
    PlanLine{Effort::standard, "loops over memory",
             "mountain dtype:float32 working_set:16384,131072,1048576,8388608"},
    PlanLine{Effort::standard, "loops over memory",
             "mountain dtype:float32 working_set:67108864 groups:4"},
    PlanLine{Effort::full, "loops over memory",
             "mountain dtype:float32,float64 lstride:1,2,8,32 "
             "working_set:32768,262144,2097152,33554432 groups:8"},
    PlanLine{Effort::full, "loops over memory",
             "loop_load group_size:16,256 items:8192 trips:32,128,1024"},
    PlanLine{Effort::full, "loops over memory",
             "loop_dot pad:none,16 local_x:8,32 local_y:8 side:128,512 trips:128"},
    PlanLine{Effort::quick, "local memory",
             "local_read dtype:float32 lstride:0,1,16 group_size:256 groups:{groups} trips:4,16"},
    PlanLine{Effort::quick, "local memory",
             "local_move dtype:float32 lstride:2 moves:1 group_size:64 groups:{groups} trips:16"},
    PlanLine{
        Effort::quick, "local memory",
        "local_move dtype:float32 lstride:1,8 moves:1,8 group_size:256 groups:{groups} trips:16"},
    PlanLine{Effort::quick, "local memory",
             "local_move dtype:float64 lstride:1 moves:8 group_size:256 groups:{groups} trips:16"},
    PlanLine{Effort::quick, "local memory",
             "local_dot dtype:float32 tile:16 groups:{groups} trips:4,16"},
    PlanLine{
        Effort::standard, "local memory",
        "local_read dtype:float32,float64 lstride:0,1,2,4,8,16 group_size:64,256 groups:{groups} "
        "trips:8"},
    PlanLine{Effort::standard, "local memory",
             "local_move dtype:float32 lstride:1,2,8 group_size:64,256 groups:{groups} trips:8"},
    PlanLine{Effort::standard, "local memory", "local_dot groups:{groups}"},
    PlanLine{Effort::full, "local memory",
             "local_read lstride:3,32,33 group_size:64 groups:{groups} trips:4,32"},
    PlanLine{Effort::full, "local memory",
             "local_move dtype:float64 lstride:1,2,8 group_size:64,256 groups:{groups} trips:8,32"},
    PlanLine{Effort::quick, "barriers",
             "barrier_chain live:0,4,16 group_size:64,256 groups:{groups} trips:32"},
    // Private arrays that no compiler keeps in registers.
    PlanLine{Effort::quick, "barriers",
             "private_queue live:4,16 group_size:64 groups:{groups} trips:32"},
    PlanLine{Effort::quick, "barriers",
             "delay_line taps:6,17 group_size:64 groups:{groups} trips:32"},
    PlanLine{Effort::quick, "barriers", "atomic_update groups:{groups} trips:32"},
    PlanLine{Effort::quick, "barriers", "local_update groups:{groups}"},
    PlanLine{Effort::quick, "barriers", "private_walk groups:{groups}"},
    PlanLine{Effort::standard, "barriers", "barrier_chain groups:{groups}"},
    PlanLine{Effort::standard, "barriers", "atomic_update groups:{groups}"},
    PlanLine{Effort::full, "barriers",
             "barrier_chain live:1,8,32 group_size:32,128 groups:{groups} trips:16,64"},
    PlanLine{Effort::quick, "branches", "random_branch body:store ways:2,8,32"},
    PlanLine{Effort::quick, "branches", "random_branch body:update ways:4"},
    PlanLine{Effort::quick, "branches", "random_loop longest:4,16"},
    PlanLine{Effort::standard, "branches", "random_branch ways:2,3,6,16"},
    PlanLine{Effort::standard, "branches", "random_loop longest:3,8"},
    PlanLine{Effort::quick, "special functions and integers",
             "arithmetic op:div,sqrt,exp dtype:float32 lanes:1 groups:{groups} trips:16"},
    PlanLine{Effort::quick, "special functions and integers",
             "arithmetic op:log,sin,pow dtype:float32 lanes:1 groups:{groups} trips:8"},
    PlanLine{Effort::quick, "special functions and integers",
             "arithmetic op:exp dtype:float64 lanes:1 groups:{groups} trips:8"},
    PlanLine{Effort::quick, "special functions and integers",
             "arithmetic op:add,mul dtype:int32 lanes:1 chains:12 groups:{groups} trips:128"},
    PlanLine{Effort::quick, "special functions and integers",
             "arithmetic op:div dtype:int32 lanes:1 groups:{groups} trips:16"},
    PlanLine{
        Effort::standard, "special functions and integers",
        "arithmetic op:sqrt,rsqrt,exp,log,sin,pow dtype:float32,float64 lanes:1,4 groups:{groups} "
        "trips:8"},
    PlanLine{Effort::standard, "special functions and integers",
             "arithmetic op:add,mul,bit,div dtype:int32 lanes:1,4 groups:{groups} trips:16,128"},
    PlanLine{
        Effort::full, "special functions and integers",
        "arithmetic op:sqrt,rsqrt,exp,log,sin,pow dtype:float32,float64 lanes:1,8 groups:{groups} "
        "trips:32"},
};

}  // namespace

std::span<const PlanLine> plan_lines() { return kLines; }

}  // namespace clgauge::microbench
