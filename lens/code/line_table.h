#pragma once

#include <cstdint>
#include <string_view>

namespace clgauge::lens {

// Whether LLVM can read the line table at `offset` of a .debug_line section. LLVM 15 takes the
// forms that headers of DWARF 5 give their directories and files as they come: those that it does
// not know, and numbers of a form that is none, end the process.
[[nodiscard]] bool is_readable_line_table(std::string_view debug_line, std::uint64_t offset);

}  // namespace clgauge::lens
