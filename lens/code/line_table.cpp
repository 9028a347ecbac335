#include "lens/code/line_table.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/DebugInfo/DWARF/DWARFDataExtractor.h>
#include <llvm/DebugInfo/DWARF/DWARFFormValue.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace clgauge::lens {
namespace {

namespace dwarf = llvm::dwarf;

constexpr std::uint16_t kFirstWithForms = 5;  // before, all entries have one form

bool is_text(std::uint64_t form) {
  return form == dwarf::DW_FORM_string || form == dwarf::DW_FORM_line_strp ||
         form == dwarf::DW_FORM_strp;
}

bool is_number(std::uint64_t form) {
  return form == dwarf::DW_FORM_udata || form == dwarf::DW_FORM_data1 ||
         form == dwarf::DW_FORM_data2 || form == dwarf::DW_FORM_data4 ||
         form == dwarf::DW_FORM_data8;
}

// As DWARF 5 (6.2.4.1) has it, but for forms that no compiler writes. Every one takes bytes.
bool may_have_form(std::uint64_t type, std::uint64_t form) {
  if (type > dwarf::DW_LNCT_hi_user) {
    return false;  // LLVM would read the lowest 32 bits of it
  }
  switch (type) {
    case dwarf::DW_LNCT_path:
      return is_text(form);
    case dwarf::DW_LNCT_directory_index:
    case dwarf::DW_LNCT_timestamp:
    case dwarf::DW_LNCT_size:
      return is_number(form);
    case dwarf::DW_LNCT_MD5:
      return form == dwarf::DW_FORM_data16;
    default:  // a compiler's own
      return is_text(form) || is_number(form) || form == dwarf::DW_FORM_data16;
  }
}

class HeaderReader {
 public:
  HeaderReader(std::string_view section, std::uint64_t offset)
      : data_(llvm::StringRef(section.data(), section.size()), true, sizeof(std::uint64_t)),
        at_(offset) {}

  // Bytes that lie past the end read as 0: no entries.
  bool is_readable() {
    const auto [length, format] = data_.getInitialLength(&at_);
    const std::uint16_t version = data_.getU16(&at_);
    if (version < kFirstWithForms) {
      return true;
    }
    const std::uint8_t address_bytes = data_.getU8(&at_);
    parameters_ = {version, address_bytes, format};
    constexpr unsigned kUpToOpcodes = 5;
    at_ += 1 + parameters_.getDwarfOffsetByteSize() + kUpToOpcodes;
    const std::uint8_t opcodes = data_.getU8(&at_);
    at_ += std::max<std::uint8_t>(opcodes, 1) - 1U;
    return are_readable_entries() && are_readable_entries();
  }

 private:
  // Of directories, or of files.
  bool are_readable_entries() {
    std::vector<dwarf::Form> forms(data_.getU8(&at_));
    for (dwarf::Form& form : forms) {
      const std::uint64_t type = data_.getULEB128(&at_);
      const std::uint64_t number = data_.getULEB128(&at_);
      if (!may_have_form(type, number)) {
        return false;
      }
      form = static_cast<dwarf::Form>(number);
    }
    const std::uint64_t entries = data_.getULEB128(&at_);
    if (forms.empty() || entries > data_.size()) {
      return entries == 0;
    }
    for (std::uint64_t i = 0; i < entries && data_.isValidOffset(at_); ++i) {
      for (const dwarf::Form form : forms) {
        llvm::DWARFFormValue::skipValue(form, data_, &at_, parameters_);
      }
    }
    return data_.isValidOffset(at_);
  }

  llvm::DWARFDataExtractor data_;
  std::uint64_t at_;
  dwarf::FormParams parameters_{};
};

}  // namespace

bool is_readable_line_table(std::string_view debug_line, std::uint64_t offset) {
  return offset < debug_line.size() && HeaderReader(debug_line, offset).is_readable();
}

}  // namespace clgauge::lens
