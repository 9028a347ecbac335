#include "lens/throughput/cautious_loads.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>

#include "lens/code/zen.h"

namespace clgauge::lens {
namespace {

// A load runs ahead of the stores of so many instructions before it.
constexpr std::size_t kAhead = 96;
// Passes of a load for which a core remembers that it met a store.
constexpr std::size_t kRemembered = 40;
constexpr double kNearlyEveryTime = 0.9;

struct Meetings {
  std::set<std::uint32_t> at;                     // where in the path
  std::map<std::uint32_t, std::uint32_t> stores;  // that are met, and their blocks
};

std::map<std::uint32_t, Meetings> meetings_of(const MachineCode& code, const TracedPath& path) {
  std::vector<std::size_t> before{0};  // instructions, by place in the path
  for (const std::uint32_t b : path.blocks) {
    before.push_back(before.back() + code.blocks[b].instruction_count);
  }
  const auto place = [&](std::uint32_t at, std::uint32_t instruction) {
    return before[at] + instruction - code.blocks[path.blocks[at]].first_instruction;
  };
  std::map<std::uint32_t, Meetings> met;
  for (const TracedForwarding& one : path.forwarded) {
    if (place(one.loaded_in, one.load) - place(one.stored_in, one.store) <= kAhead) {
      Meetings& of_load = met[one.load];
      of_load.at.insert(one.loaded_in);
      of_load.stores.emplace(one.store, path.blocks[one.stored_in]);
    }
  }
  return met;
}

// The passes of a load that are held back, by their places in the path, and its other ones.
std::map<std::uint32_t, bool> passes_of(const TracedPath& path, const Meetings& met) {
  const std::uint32_t block = path.blocks[*met.at.begin()];
  std::map<std::uint32_t, bool> passes;
  std::size_t since = 0;  // the last meeting, or the path's begin
  bool has_met = false;
  for (std::uint32_t at = 0; at < path.blocks.size(); ++at) {
    if (path.blocks[at] != block) {
      continue;
    }
    passes.emplace_hint(passes.end(), at, has_met && since < kRemembered);
    ++since;
    if (met.at.contains(at)) {
      if (!has_met && since <= kRemembered) {  // it has met one as long before the path's begin
        for (auto& [pass, is_held_back] : passes) {
          is_held_back = true;
        }
      }
      has_met = true;
      since = 0;
    }
  }
  return passes;
}

}  // namespace

std::vector<TracedForwarding> cautious_loads(const MachineCode& code, std::string_view cpu,
                                             const TracedPath& path) {
  std::vector<TracedForwarding> held_back;
  if (!is_zen4_or_later(cpu)) {
    return held_back;
  }
  for (const auto& [load, met] : meetings_of(code, path)) {
    const std::map<std::uint32_t, bool> passes = passes_of(path, met);
    if (static_cast<double>(met.at.size()) >=
        kNearlyEveryTime * static_cast<double>(passes.size())) {
      continue;
    }
    for (const auto& [store, block] : met.stores) {
      std::optional<std::uint32_t> last;
      std::uint32_t at = 0;
      for (const auto& [loaded_in, is_held_back] : passes) {
        const bool comes_first = path.blocks[loaded_in] == block && store < load;
        for (; at < loaded_in + (comes_first ? 1 : 0); ++at) {
          last = path.blocks[at] == block ? at : last;
        }
        if (is_held_back && last) {
          held_back.push_back({*last, store, loaded_in, load, 0});
        }
      }
    }
  }
  return held_back;
}

}  // namespace clgauge::lens
