#pragma once

#include <algorithm>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <vector>

#include "lens/throughput/opcode_pattern.h"

namespace clgauge::lens {

// Of a table of patterns (opcode_pattern.h) the first lines that opcodes fit: there are few opcodes
// and many lines, and sequences ask again and again. Not thread-safe.
template <class Line>
class RememberedLines {
 public:
  // Of the lines that are accepted, always the same ones; null for an opcode that fits none.
  template <class Table, class Accepts>
  const Line* of(std::string_view opcode, const Table& table, Accepts accepts) {
    if (const auto known = lines_.find(opcode); known != lines_.end()) {
      return known->second;
    }
    const auto found = std::ranges::find_if(
        table, [&](const Line& line) { return accepts(line) && fits(line.opcode, opcode); });
    const Line* const first = found == table.end() ? nullptr : &*found;
    lines_.emplace(std::string(opcode), first);
    return first;
  }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>()(text);
    }
  };
  std::unordered_map<std::string, const Line*, Hash, std::equal_to<>> lines_;
};

// The first line of a table that an opcode fits; null where none does. Thread-safe.
template <const auto& kTable>
const auto* first_line(std::string_view opcode) {
  using Line = typename std::remove_cvref_t<decltype(kTable)>::value_type;
  thread_local RememberedLines<Line> remembered;
  return remembered.of(opcode, kTable, [](const Line&) { return true; });
}

// The lines of a table of `cpu` that are none of these opcodes' first.
template <const auto& kTable>
void add_unused_lines(std::string_view cpu, std::span<const std::string_view> opcodes,
                      std::vector<std::string>& unused) {
  std::set<const void*> used;
  for (const std::string_view opcode : opcodes) {
    used.insert(first_line<kTable>(opcode));
  }
  for (const auto& line : kTable) {
    if (!used.contains(&line)) {
      unused.push_back(std::string(cpu) + ' ' + std::string(line.opcode));
    }
  }
}

}  // namespace clgauge::lens
