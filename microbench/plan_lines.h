#pragma once

#include <span>

#include "microbench/plan.h"

namespace clgauge::microbench {

// One line of the plan: what is measured from this effort on.
struct PlanLine {
  Effort from;
  const char* title;   // lines with one title make one group
  const char* filter;  // "{groups}": as many work-groups as keep every compute unit busy
};

// The whole plan, the most valuable first. A kernel that several lines choose is measured once.
[[nodiscard]] std::span<const PlanLine> plan_lines();

}  // namespace clgauge::microbench
