#include "lens/ptx/liveness.h"

#include <utility>

namespace clgauge::lens::ptx {
namespace {

constexpr std::uint32_t kNone = ~std::uint32_t{0};

// Blocks by register, for those that write it and those that read it before they write it.
struct Places {
  std::vector<std::vector<std::uint32_t>> writing;
  std::vector<std::vector<std::uint32_t>> reading;
};

Places places_of(const std::vector<FlowBlock>& blocks, const std::vector<OperandRoles>& roles,
                 std::size_t registers) {
  Places places{std::vector<std::vector<std::uint32_t>>(registers),
                std::vector<std::vector<std::uint32_t>>(registers)};
  const auto note = [](std::vector<std::uint32_t>& list, std::uint32_t block) {
    if (list.empty() || list.back() != block) {
      list.push_back(block);
    }
  };
  for (std::uint32_t b = 0; b < blocks.size(); ++b) {
    for (std::uint32_t i = blocks[b].first; i < blocks[b].end; ++i) {
      for (const std::uint32_t one : roles[i].read) {
        const auto& writing = places.writing[one];
        if (writing.empty() || writing.back() != b) {
          note(places.reading[one], b);
        }
      }
      for (const std::uint32_t one : roles[i].written) {
        note(places.writing[one], b);
      }
    }
  }
  return places;
}

}  // namespace

std::vector<std::vector<std::uint32_t>> live_out(const std::vector<FlowBlock>& blocks,
                                                 const std::vector<OperandRoles>& roles,
                                                 std::size_t registers) {
  const Places places = places_of(blocks, roles, registers);
  std::vector<std::vector<std::uint32_t>> live(blocks.size());
  // The register that was last seen to be live behind a block, and the one a block writes.
  std::vector<std::uint32_t> seen(blocks.size(), kNone);
  std::vector<std::uint32_t> written(blocks.size(), kNone);
  std::vector<std::uint32_t> entered;  // blocks at whose beginning it is live
  for (std::uint32_t one = 0; one < registers; ++one) {
    for (const std::uint32_t block : places.writing[one]) {
      written[block] = one;
    }
    entered = places.reading[one];
    while (!entered.empty()) {
      const std::uint32_t block = entered.back();
      entered.pop_back();
      for (const std::uint32_t before : blocks[block].predecessors) {
        if (std::exchange(seen[before], one) == one) {
          continue;
        }
        live[before].push_back(one);
        if (written[before] != one) {
          entered.push_back(before);
        }
      }
    }
  }
  return live;
}

}  // namespace clgauge::lens::ptx
