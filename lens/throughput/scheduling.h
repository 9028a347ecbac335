#pragma once

#include <string>
#include <vector>

namespace clgauge::lens {

// The processors whose scheduling tables of LLVM are asked what a sequence of this machine's
// instructions costs; the fastest answer counts. The tables are written by hand and err towards too
// slow: an instruction that a table forgets falls to a conservative class. Where several tables
// describe one kind of core, the least is closest to what is measured.
[[nodiscard]] std::vector<std::string> scheduling_cpus();

// The same for a processor of this name (LLVM's -mcpu).
[[nodiscard]] std::vector<std::string> scheduling_cpus(const std::string& cpu);

}  // namespace clgauge::lens
