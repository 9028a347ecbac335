#include "lens/code/debug_sections.h"

#include <llvm/BinaryFormat/ELF.h>
#include <llvm/Object/ELF.h>
#include <llvm/Object/ELFTypes.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "base/error.h"
#include "lens/object/checked.h"

namespace clgauge::lens {
namespace {

using DebugElf = llvm::object::ELF64LE;

constexpr std::string_view kDebugPrefix = ".debug_";

class DebugReader {
 public:
  DebugReader(std::string_view elf, const ObjectImage& image)
      : file_(checked(
            llvm::object::ELFFile<DebugElf>::create(llvm::StringRef(elf.data(), elf.size())),
            "ELF header")),
        sections_(checked(file_.sections(), "section table")),
        image_(image) {}

  std::map<std::string, std::string> read() {
    for (std::size_t i = 0; i < sections_.size(); ++i) {
      const auto& section = sections_[i];
      const std::string name = checked(file_.getSectionName(section), "section name").str();
      const bool is_plain = (section.sh_flags & llvm::ELF::SHF_COMPRESSED) == 0 &&
                            section.sh_type != llvm::ELF::SHT_NOBITS;
      if (name.starts_with(kDebugPrefix) && is_plain) {
        const auto content = checked(file_.getSectionContents(section), "section");
        names_[i] = name.substr(1);
        read_[name.substr(1)].assign(reinterpret_cast<const char*>(content.data()), content.size());
      }
    }
    for (const auto& section : sections_) {
      const auto target = names_.find(section.sh_info);
      if (section.sh_type == llvm::ELF::SHT_RELA && target != names_.end()) {
        relocate(section, read_[target->second]);
      }
    }
    return std::move(read_);
  }

 private:
  // Of sections that are no part of the image: from their own start.
  [[nodiscard]] std::uint64_t start_of(std::uint64_t section) const {
    const auto found =
        std::find_if(image_.sections.begin(), image_.sections.end(),
                     [&](const ImageSection& placed) { return placed.index == section; });
    return found == image_.sections.end() ? 0 : found->address - image_.base_address;
  }

  void relocate(const DebugElf::Shdr& relocations, std::string& bytes) const {
    const auto* symbols = checked(file_.getSection(relocations.sh_link), "symbol table");
    for (const auto& relocation : checked(file_.relas(relocations), "relocations")) {
      const auto type = relocation.getType(false);
      const std::size_t size = type == llvm::ELF::R_X86_64_64   ? 8
                               : type == llvm::ELF::R_X86_64_32 ? 4
                                                                : 0;
      if (size == 0) {
        throw Error(ErrorKind::unsupported,
                    "debug information with a relocation of type " + std::to_string(type));
      }
      const auto* symbol =
          checked(file_.getEntry<DebugElf::Sym>(*symbols, relocation.getSymbol(false)), "symbol");
      const std::uint64_t value =
          start_of(symbol->st_shndx) + symbol->st_value +
          static_cast<std::uint64_t>(static_cast<std::int64_t>(relocation.r_addend));
      const std::uint64_t offset = relocation.r_offset;
      if (offset > bytes.size() || size > bytes.size() - offset) {
        damaged("a relocation outside its section");
      }
      std::memcpy(bytes.data() + offset, &value, size);
    }
  }

  llvm::object::ELFFile<DebugElf> file_;
  DebugElf::ShdrRange sections_;
  const ObjectImage& image_;
  std::map<std::uint64_t, std::string> names_;  // by section index
  std::map<std::string, std::string> read_;     // by name
};

}  // namespace

std::map<std::string, std::string> debug_sections(std::string_view elf, const ObjectImage& image) {
  return DebugReader(elf, image).read();
}

}  // namespace clgauge::lens
