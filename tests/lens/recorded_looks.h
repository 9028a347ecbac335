#pragma once

#include <string>
#include <vector>

#include "lens/process/request.h"

namespace clgauge::lens {

// What record_looks wrote about one kernel of one runtime.
struct RecordedLooks {
  std::string name;  // "pocl-matmul-naive"
  std::vector<LensRequest> requests;
};

// Of tests/lens/recorded, by name.
[[nodiscard]] std::vector<RecordedLooks> recorded_looks();
// Those at x86-64 machine code.
[[nodiscard]] std::vector<RecordedLooks> recorded_looks_at_machine_code();

// The processor that all of them are judged for, whatever runs the test.
inline constexpr const char* kRecordedCpu = "znver3";

}  // namespace clgauge::lens
