#pragma once

#include "microbench/generators/generator.h"

namespace clgauge::microbench {

// One function and one file for each family.
[[nodiscard]] Generator empty_launch();
[[nodiscard]] Generator arithmetic();
[[nodiscard]] Generator straight_line();
[[nodiscard]] Generator lane_work();
[[nodiscard]] Generator global_load();
[[nodiscard]] Generator global_store();
[[nodiscard]] Generator stream();
[[nodiscard]] Generator loop_load();
[[nodiscard]] Generator loop_store();
[[nodiscard]] Generator loop_dot();
[[nodiscard]] Generator loop_work();
[[nodiscard]] Generator local_read();
[[nodiscard]] Generator local_move();
[[nodiscard]] Generator barrier_chain();
[[nodiscard]] Generator private_queue();
[[nodiscard]] Generator private_walk();
[[nodiscard]] Generator local_update();
[[nodiscard]] Generator update_places();
[[nodiscard]] Generator loop_gather();
[[nodiscard]] Generator row_store();
[[nodiscard]] Generator delay_line();
[[nodiscard]] Generator mountain();
[[nodiscard]] Generator scattered_load();
[[nodiscard]] Generator indexed_load();
[[nodiscard]] Generator lone_load();
[[nodiscard]] Generator stride_walk();
[[nodiscard]] Generator record_load();
[[nodiscard]] Generator transpose();
[[nodiscard]] Generator neighbour_load();
[[nodiscard]] Generator plane_walk();
[[nodiscard]] Generator star_walk();
[[nodiscard]] Generator local_dot();
[[nodiscard]] Generator block_product();
[[nodiscard]] Generator load_mix();
[[nodiscard]] Generator atomic_update();
[[nodiscard]] Generator random_branch();
[[nodiscard]] Generator denormal_work();
[[nodiscard]] Generator random_loop();
[[nodiscard]] Generator late_core();

}  // namespace clgauge::microbench
