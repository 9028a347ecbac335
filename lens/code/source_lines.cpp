#include "lens/code/source_lines.h"

#include <llvm/DebugInfo/DWARF/DWARFContext.h>
#include <llvm/Support/MemoryBuffer.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "lens/code/debug_sections.h"
#include "lens/code/line_table.h"

namespace clgauge::lens {
namespace {

using LineTable = llvm::DWARFDebugLine::LineTable;

// Many calls may name one list of ranges: what a damaged object makes of that is bounded.
constexpr std::size_t kMostRanges = 1'000'000;

void say_nothing(llvm::Error error) { llvm::consumeError(std::move(error)); }

// A line of the source, in a function or where that calls another that was inlined there.
struct SourcePlace {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;

  friend bool operator==(const SourcePlace&, const SourcePlace&) = default;
};

struct InlinedCall {
  SourcePlace place;
  llvm::DWARFAddressRangesVector code;

  [[nodiscard]] bool made(std::uint64_t address) const {
    return std::any_of(code.begin(), code.end(), [&](const llvm::DWARFAddressRange& range) {
      return address >= range.LowPC && address < range.HighPC;
    });
  }
};

std::string file_of(const LineTable& table, std::uint64_t index) {
  std::string file;
  table.getFileNameByIndex(index, "", llvm::DILineInfoSpecifier::FileLineInfoKind::RawValue, file);
  return file;
}

// What one unit of an object's debug information tells. LLVM's own search for inlined calls goes
// astray in damaged trees; a walk over the entries as they stand does not.
class UnitLines {
 public:
  UnitLines(llvm::DWARFUnit& unit, const LineTable& table) : table_(&table) {
    if (llvm::Error error = unit.tryExtractDIEsIfNeeded(false)) {
      llvm::consumeError(std::move(error));
      return;
    }
    std::size_t ranges = 0;
    for (unsigned i = 0; i < unit.getNumDIEs() && ranges < kMostRanges; ++i) {
      const llvm::DWARFDie entry = unit.getDIEAtIndex(i);
      if (entry.getTag() != llvm::dwarf::DW_TAG_inlined_subroutine) {
        continue;
      }
      auto code = entry.getAddressRanges();
      if (!code) {
        llvm::consumeError(code.takeError());
        continue;
      }
      ranges += code->size();
      const auto number = [&](llvm::dwarf::Attribute attribute) {
        return llvm::dwarf::toUnsigned(entry.find(attribute), 0);
      };
      calls_.push_back({{file_of(table, number(llvm::dwarf::DW_AT_call_file)),
                         static_cast<unsigned>(number(llvm::dwarf::DW_AT_call_line)),
                         static_cast<unsigned>(number(llvm::dwarf::DW_AT_call_column))},
                        std::move(*code)});
    }
  }

  // Nothing where the table does not tell.
  [[nodiscard]] std::optional<SourcePlace> place_at(std::uint64_t address) const {
    const std::uint32_t row =
        table_->lookupAddress({address, llvm::object::SectionedAddress::UndefSection});
    if (row >= table_->Rows.size() || table_->Rows[row].Line == 0) {
      return std::nullopt;
    }
    const auto& found = table_->Rows[row];
    return SourcePlace{file_of(*table_, found.File), found.Line, found.Column};
  }

  // The calls that led to the instruction, the outermost first.
  void add_calls(std::uint64_t address, std::vector<SourcePlace>& stack) const {
    for (const InlinedCall& call : calls_) {  // outer ones come first
      if (call.made(address)) {
        stack.push_back(call.place);
      }
    }
  }

 private:
  const LineTable* table_;
  std::vector<InlinedCall> calls_;
};

// LLVM looks for a unit's table there.
bool has_readable_lines(llvm::DWARFUnit& unit, const std::map<std::string, std::string>& sections) {
  const auto table = sections.find("debug_line");
  const auto offset =
      llvm::dwarf::toSectionOffset(unit.getUnitDIE().find(llvm::dwarf::DW_AT_stmt_list));
  return table != sections.end() && offset &&
         is_readable_line_table(table->second, *offset + unit.getLineTableOffset());
}

// How many calls all of these instructions were inlined from.
std::size_t common_depth(const std::vector<std::vector<SourcePlace>>& stacks) {
  std::size_t depth = 0;
  for (;; ++depth) {
    for (const auto& stack : stacks) {
      if (stack.size() <= depth + 1 || stack[depth] != stacks.front()[depth]) {
        return depth;
      }
    }
  }
}

std::string_view last_part(std::string_view path) {
  return path.substr(path.find_last_of('/') + 1);  // of none: all of it
}

}  // namespace

struct SourceLines::Information {
  std::uint64_t base_address = 0;
  std::map<std::string, std::string> sections;
  llvm::StringMap<std::unique_ptr<llvm::MemoryBuffer>> buffers;  // of the same
  std::unique_ptr<llvm::DWARFContext> context;
  std::vector<UnitLines> units;

  // The calls that led to the instruction, the outermost first, then its own line; empty where none
  // is told.
  [[nodiscard]] std::vector<SourcePlace> stack_at(std::uint64_t address) const {
    std::vector<SourcePlace> stack;
    const std::uint64_t own = address - base_address;
    for (const UnitLines& unit : units) {
      if (auto place = unit.place_at(own)) {
        unit.add_calls(own, stack);
        stack.push_back(std::move(*place));
        return stack;
      }
    }
    return stack;
  }
};

SourceLines::SourceLines(std::string_view elf, const ObjectImage& image)
    : information_(std::make_unique<Information>()) {
  Information& known = *information_;
  known.base_address = image.base_address;
  try {
    known.sections = debug_sections(elf, image);
  } catch (const Error&) {
    return;
  }
  for (const auto& [name, bytes] : known.sections) {
    known.buffers[name] = llvm::MemoryBuffer::getMemBuffer(bytes, name, false);
  }
  known.context = llvm::DWARFContext::create(known.buffers, sizeof(std::uint64_t), true,
                                             say_nothing, say_nothing);
  for (const auto& unit : known.context->compile_units()) {
    if (!has_readable_lines(*unit, known.sections)) {
      continue;
    }
    auto table = known.context->getLineTableForUnit(unit.get(), say_nothing);
    if (!table) {
      llvm::consumeError(table.takeError());
    } else if (*table != nullptr) {
      known.units.emplace_back(*unit, **table);
    }
  }
}

SourceLines::~SourceLines() = default;
SourceLines::SourceLines(SourceLines&&) noexcept = default;
SourceLines& SourceLines::operator=(SourceLines&&) noexcept = default;

bool SourceLines::any() const { return !information_->units.empty(); }

SourceSpan SourceLines::span_of(std::span<const std::uint64_t> addresses,
                                std::uint64_t function_address) const {
  std::vector<std::vector<SourcePlace>> stacks;
  for (const std::uint64_t address : addresses) {
    if (auto stack = information_->stack_at(address); !stack.empty()) {
      stacks.push_back(std::move(stack));
    }
  }
  if (stacks.empty()) {
    return {};
  }
  const std::size_t depth = common_depth(stacks);
  std::map<std::string, std::vector<unsigned>> lines;  // by file
  for (const auto& stack : stacks) {
    if (stack[depth].line > 0) {
      lines[stack[depth].file].push_back(stack[depth].line);
    }
  }
  if (lines.empty()) {
    return {};
  }
  const auto most = std::max_element(lines.begin(), lines.end(), [](const auto& a, const auto& b) {
    return a.second.size() < b.second.size();
  });
  const auto [first, last] = std::minmax_element(most->second.begin(), most->second.end());
  // Drivers keep the source under names of their own, which say nothing to anybody.
  const std::vector<SourcePlace> opening = information_->stack_at(function_address);
  const bool is_own = opening.empty() || opening.front().file == most->first;
  return {is_own ? "" : std::string(last_part(most->first)), *first, *last};
}

}  // namespace clgauge::lens
