#include "lens/simt/constant_memory.h"

#include <algorithm>

namespace clgauge::lens::simt {
namespace {

constexpr std::uint64_t kConstantLineBytes = 64;
constexpr std::size_t kLines = 2048 / kConstantLineBytes;
constexpr double kCyclesOfPlace = 0.8;
constexpr double kPassesOfPlace = 0.125;
constexpr double kCyclesOfLine = 18;  // that is not near; the multiprocessor's as well

}  // namespace

ConstantMemory::Taken ConstantMemory::load(std::span<const std::uint64_t> places,
                                           std::uint64_t bytes) {
  double missed = 0;
  std::uint64_t last_line = ~std::uint64_t{0};
  for (const std::uint64_t place : places) {
    const std::uint64_t line = place * bytes / kConstantLineBytes;
    if (line != last_line) {
      missed += access(line) ? 0 : 1;
      last_line = line;
    }
  }
  const auto count = static_cast<double>(places.size());
  Taken taken;
  taken.more_cycles = kCyclesOfPlace * std::max(count - 1, 0.0) + kCyclesOfLine * missed;
  if (count > 1) {  // what all lanes ask for the sub-groups beside it find there
    taken.passes = kPassesOfPlace * count + kCyclesOfLine * missed;
  }
  return taken;
}

bool ConstantMemory::access(std::uint64_t line) {
  const auto found = std::ranges::find(lines_, line);
  if (found != lines_.end()) {
    std::rotate(lines_.begin(), found, found + 1);
    return true;
  }
  if (lines_.size() == kLines) {
    lines_.pop_back();
  }
  lines_.insert(lines_.begin(), line);
  return false;
}

}  // namespace clgauge::lens::simt
