#include "model/builtin/lens.h"

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "lens/throughput/instruction_class.h"

namespace clgauge::model {

namespace {

// What the ports of a class take at most, in doublings of what the tables say, and how many samples
// that the tables' word weighs as.
constexpr double kMostDoublings = 1;
constexpr double kSamplesOfTables = 2;
// How many lines come from memory at once, as a power of two: any core has ten to sixteen in
// flight. And what its cycles overlap as with what is beside them. Few microbenchmarks tell either:
// free fits took 2 and 44 ns a line, exponents of 2.1 and 1.4, of two runtimes on one machine.
constexpr ParameterRange kLinesAtOnce{3.5, 1, 10, 1};
constexpr ParameterRange kOverlap{1.5, 1, 12, 1};
// Of a clock that does not care how busy the units are.
constexpr double kSamplesOfSteadyClock = 0.25;

// By hand-written kernels of three dozen sets on two devices, whose microbenchmarks scatter
// otherwise: without it intervals held 75% of them on the one, 92% on the other, with it 91 and
// 95%, and 89% of public projects' on both (docs/models.md).
constexpr double kDeviationOfKernels = 0.08;

// What lines take that come from the second cache while a core works: no launch takes less, and
// with other work about as long as the longer of both (timed: a Zen 4's 2 cycles a line, behind
// additions of 13 or 25 micro-operations a line none). Dirty lines that go back there take the same
// way (a Zen 5, lines of 64 bytes side by side: stored to 1.6 cycles each, loaded and stored 3.2).
constexpr const char* kNearLines =
    "p_l2 * (f_lens_l2_stream + f_lens_l2_store\n"
    "    + f_lens_l2_irregular + f_lens_l2_store_irregular + f_lens_l2_joined)\n"
    "  + p_l2_back * f_lens_l2_writeback";
constexpr const char* kOverlapOfNearLines = "8";

// What else a core does, beside its cycles, and what it waits for, which overlap partly. A line
// that is stored to comes in like one that is loaded, and goes out again. Lines that no prefetcher
// sees coming cost the same way, and the first one of a core's window a wait as well (below). A
// function that no microbenchmark calls costs what an exponential does, at least. Lines that others
// update, too, are waited for no longer than all cores are there, of which the last join late.
constexpr const char* kBesideCycles =
    " + p_gather * f_lens_gather_lanes\n"
    "  + p_scatter * f_lens_scatter_lanes + p_locked * f_lens_locked\n"
    "  + min(p_contended * f_lens_contended, max(0, p_cycle * f_lens_cycles - p_delay / 2))\n"
    "  + p_call * f_lens_calls + p_exp * (f_lens_calls_exp + f_lens_calls)\n"
    "  + p_log * f_lens_calls_log + p_trig * f_lens_calls_trig + p_pow * f_lens_calls_pow\n"
    "  + p_divide * f_lens_calls_div + p_copy * f_lens_calls_copy\n"
    "  + p_split * f_lens_split_accesses + p_mispredict * f_lens_mispredictions\n"
    "  + p_assist * f_lens_assists,\n"
    "  max(0, p_conflict * f_lens_l1_conflicts\n"
    "    - p_l3_wait * f_lens_l3_waits - p_dram_wait * f_lens_dram_waits)\n"
    "  + p_tlb * f_lens_tlb_misses\n"
    "  + p_l3 * (f_lens_l3_stream + f_lens_l3_store\n"
    "    + f_lens_l3_irregular + f_lens_l3_store_irregular)\n"
    "  + p_l3_back * f_lens_l3_writeback\n"
    "  + p_dram * (f_lens_dram_stream + f_lens_dram_store\n"
    "    + f_lens_dram_irregular + f_lens_dram_store_irregular)\n"
    "  + p_l3_crowded * f_lens_l3_crowded + p_dram_crowded * f_lens_dram_crowded\n"
    "  + p_dram_back * (f_lens_dram_writeback + f_lens_non_temporal_lines),\n"
    "  p_walk * f_lens_page_walks";

// What nothing overlaps with, for what a core can do meanwhile is what its window holds: the first
// line of a window that no prefetcher sees coming (lines that crowd into a set of the first cache
// come in while it waits), pages whose translation is not at hand, and lines from memory that come
// together, of which 2 ^ p_dram_lines take as long as a wait.
constexpr const char* kWaits =
    "p_l3_wait * f_lens_l3_waits + p_walk_wait * f_lens_walk_waits\n"
    "  + p_dram_wait * (f_lens_dram_waits + f_lens_dram_gathered / 2 ^ p_dram_lines)";

// Cycles of groups that compute with 512 bits, for which Intel's cores turn down their clock: 2 ^
// p_wide times as long, and longer by 2 ^ p_dense - 1 cycles for each operation of 512 bits beyond
// two a cycle. Cycles that ports bind, by the class of the instructions that occupy them:
// 2 ^ p_ports_CLASS times what the scheduling tables say. Calibrations that were looked at before
// have none.
std::string corrected_cycles() {
  std::string text =
      "p_cycle * (f_lens_cycles\n    + (2 ^ p_wide - 1) * f_lens_cycles_wide"
      "\n    + (2 ^ p_dense - 1) * f_lens_cycles_dense";
  for (const std::string_view name : lens::kInstructionClassNames) {
    text += fmt::format("\n    + (2 ^ p_ports_{0} - 1) * f_lens_cycles_{0}", name);
  }
  return text + ")";
}

}  // namespace

ModelDefinition lens_model() {
  ModelDefinition model;
  model.name = "lens";
  model.summary = "compiled code: cycles of a core beside cache lines by level, partly overlapping";
  model.residual = Residual::log_ratio;
  model.least_log_sigma = kDeviationOfKernels;
  model.ranges["p_overlap"] = kOverlap;
  model.ranges["p_dram_lines"] = kLinesAtOnce;
  for (const std::string_view name : lens::kInstructionClassNames) {
    model.ranges[fmt::format("p_ports_{}", name)] = {0, -kMostDoublings, kMostDoublings,
                                                     kSamplesOfTables};
  }
  model.ranges["p_wide"] = {0, 0, kMostDoublings, kSamplesOfSteadyClock};
  model.ranges["p_dense"] = {0, 0, kMostDoublings, kSamplesOfSteadyClock};
  const std::string busiest_core =
      fmt::format("(pnorm({}, {},\n  pnorm(p_overlap,\n  {}{}))\n  + {})", kOverlapOfNearLines,
                  kNearLines, corrected_cycles(), kBesideCycles, kWaits);
  // The other cores of those that share a launch join late. What they would have done till then is
  // left to all of them where groups are many; all of the delay is lost where the last group is
  // begun by the core that was late.
  const std::string late = "min(p_delay, (p_delay + " + busiest_core + " / f_lens_groups) / 2)";
  const std::string parts =
      fmt::format("min(f_lens_forks, f_lens_groups / {})", kLaunchPartsOfCore);
  model.text = "p_launch * f_sync_kernel_launch + p_fork * " + parts +
               "\n"
               "+ p_group * f_lens_groups\n+ " +
               busiest_core + "\n+ f_lens_forks * min(" + busiest_core + ",\n" + late + ")";
  return model;
}

}  // namespace clgauge::model
