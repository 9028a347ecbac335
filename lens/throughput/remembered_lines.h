#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace clgauge::lens {

// Of a table of patterns (opcode_pattern.h) the lines that opcodes were found to fit: there are few
// opcodes and many lines, and sequences ask again and again. Not thread-safe.
template <class Line>
class RememberedLines {
 public:
  // Null for one that fits no line.
  template <class Search>
  const Line* of(std::string_view opcode, Search search) {
    const auto found = lines_.find(opcode);
    return found != lines_.end() ? found->second
                                 : lines_.emplace(std::string(opcode), search()).first->second;
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

}  // namespace clgauge::lens
