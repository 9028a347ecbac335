#include "lens/ptx/warp_steps.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace clgauge::lens::ptx {

// shfl.sync.down.b32 d|p, a, b, c, members.
bool emit_shuffle(const Named& named) {
  constexpr std::array<const char*, 4> kWays{"up", "down", "bfly", "idx"};
  const auto* const way =
      std::find_if(kWays.begin(), kWays.end(), [&](const char* name) { return named.has(name); });
  if (way == kWays.end()) {
    return false;
  }
  Emitter& emit = named.emit;
  const std::vector<std::int32_t> from{named.source(1), named.source(2), named.source(3)};
  const auto put = [&](Code code, const Operand& result) {
    emit.put(code, 32, false, emit.target(result), from);
    emit.program().steps.back().option = static_cast<std::uint8_t>(way - kWays.begin());
  };
  const Operand& results = emit.operand(0);
  if (results.kind != Operand::Kind::list) {
    put(Code::shuffle, results);
    return true;
  }
  if (results.elements.size() != 2) {
    emit.fail("expected a register and a predicate");
  }
  put(Code::shuffle_inside, results.elements[1]);
  put(Code::shuffle, results.elements[0]);
  return true;
}

// vote.sync.ballot.b32 d, p, members, and activemask.b32 d.
bool emit_vote(const Named& named) {
  constexpr std::array<const char*, 4> kVotes{"all", "any", "uni", "ballot"};
  const bool is_mask = named.code.opcode == "activemask";
  const auto* const way =
      std::find_if(kVotes.begin(), kVotes.end(), [&](const char* name) { return named.has(name); });
  if (way == kVotes.end() && !is_mask) {
    return false;
  }
  Emitter& emit = named.emit;
  const std::int32_t from = is_mask ? emit.constant(0) : emit.source(emit.operand(1), 1);
  emit.put(Code::vote, 32, false, named.target(), {from});
  emit.program().steps.back().option = static_cast<std::uint8_t>(
      is_mask ? static_cast<std::ptrdiff_t>(Vote::active) : way - kVotes.begin());
  return true;
}

}  // namespace clgauge::lens::ptx
