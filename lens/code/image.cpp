#include "lens/code/image.h"

#include <llvm/BinaryFormat/ELF.h>
#include <llvm/Object/ELFObjectFile.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>

#include "base/align.h"
#include "base/error.h"
#include "lens/object/checked.h"

namespace clgauge::lens {
namespace {

using Elf = llvm::object::ELF64LE;

// Not the zero page, so that a null pointer is never the address of something.
constexpr std::uint64_t kBaseAddress = 0x10000;
constexpr std::uint64_t kMostImageBytes = 256ULL << 20U;
constexpr std::uint64_t kExternalBytes = 16;

class Loader {
 public:
  explicit Loader(std::string_view elf)
      : file_(checked(llvm::object::ELFFile<Elf>::create(llvm::StringRef(elf.data(), elf.size())),
                      "ELF header")),
        sections_(checked(file_.sections(), "section table")),
        relocatable_(file_.getHeader().e_type == llvm::ELF::ET_REL) {
    image_.base_address = kBaseAddress;
  }

  ObjectImage load() {
    if (relocatable_) {
      place_sections();
    } else {
      place_segments();
    }
    for (const auto& section : sections_) {
      if (section.sh_type == llvm::ELF::SHT_SYMTAB || section.sh_type == llvm::ELF::SHT_DYNSYM) {
        read_symbols(section);
      }
    }
    image_.bytes.resize(align_up(image_.bytes.size(), kExternalBytes));
    for (const auto& section : sections_) {
      if (section.sh_type == llvm::ELF::SHT_RELA) {
        apply_relocations(section);
      }
    }
    finish();
    return std::move(image_);
  }

 private:
  void reserve(std::uint64_t bytes) {
    if (bytes > kMostImageBytes) {
      damaged("it would take " + std::to_string(bytes) + " bytes of memory");
    }
    if (bytes > image_.bytes.size()) {
      image_.bytes.resize(bytes);
    }
  }

  void place_sections() {
    std::uint64_t at = 0;
    for (std::size_t i = 0; i < sections_.size(); ++i) {
      const auto& section = sections_[i];
      if ((section.sh_flags & llvm::ELF::SHF_ALLOC) == 0 || section.sh_size == 0) {
        continue;
      }
      // At least a cache line apart: loads of constants must not look like split lines.
      const std::uint64_t alignment =
          std::clamp<std::uint64_t>(section.sh_addralign, 64, 1ULL << 16U);
      at = align_up(at, alignment);
      if (section.sh_size > kMostImageBytes) {
        damaged("a section of " + std::to_string(section.sh_size) + " bytes");
      }
      reserve(at + section.sh_size);
      if (section.sh_type != llvm::ELF::SHT_NOBITS) {
        const auto content = checked(file_.getSectionContents(section), "section");
        std::memcpy(image_.bytes.data() + at, content.data(), content.size());
      }
      section_offsets_[i] = at;
      image_.sections.push_back({i, kBaseAddress + at, section.sh_size});
      at += section.sh_size;
    }
  }

  void place_segments() {
    for (const auto& segment : checked(file_.program_headers(), "program headers")) {
      if (segment.p_type != llvm::ELF::PT_LOAD) {
        continue;
      }
      if (segment.p_vaddr > kMostImageBytes || segment.p_memsz > kMostImageBytes ||
          segment.p_filesz > segment.p_memsz) {
        damaged("a segment that is too large");
      }
      if (segment.p_offset > file_.getBufSize() ||
          segment.p_filesz > file_.getBufSize() - segment.p_offset) {
        damaged("a segment outside the file");
      }
      reserve(segment.p_vaddr + segment.p_memsz);
      std::memcpy(image_.bytes.data() + segment.p_vaddr, file_.base() + segment.p_offset,
                  segment.p_filesz);
    }
  }

  // Where a defined symbol lies, as an offset into the image.
  [[nodiscard]] std::optional<std::uint64_t> offset_of(const Elf::Sym& symbol) const {
    if (symbol.st_shndx == llvm::ELF::SHN_UNDEF || symbol.st_shndx >= llvm::ELF::SHN_LORESERVE) {
      return std::nullopt;
    }
    if (!relocatable_) {
      return symbol.st_value;
    }
    const auto section = section_offsets_.find(symbol.st_shndx);
    if (section == section_offsets_.end()) {
      return std::nullopt;
    }
    return section->second + symbol.st_value;
  }

  void read_symbols(const Elf::Shdr& table) {
    const auto names = checked(file_.getStringTableForSymtab(table), "symbol names");
    for (const auto& symbol : checked(file_.symbols(&table), "symbol table")) {
      const auto offset = offset_of(symbol);
      if (symbol.getType() != llvm::ELF::STT_FUNC || !offset || symbol.st_size == 0) {
        continue;
      }
      if (symbol.st_size > image_.bytes.size() || *offset > image_.bytes.size() - symbol.st_size) {
        damaged("a function lies outside the object");
      }
      image_.functions.push_back({checked(symbol.getName(names), "symbol name").str(),
                                  kBaseAddress + *offset, symbol.st_size, false});
    }
  }

  std::uint64_t external(const std::string& name) {
    const auto [entry, added] = externals_.try_emplace(name, image_.bytes.size());
    if (added) {
      reserve(image_.bytes.size() + kExternalBytes);
      image_.functions.push_back({name, kBaseAddress + entry->second, 0, true});
    }
    return kBaseAddress + entry->second;
  }

  std::uint64_t value_of(const Elf::Shdr& relocations, std::uint32_t symbol_index) {
    if (symbol_index == 0) {
      return 0;
    }
    const auto* table = checked(file_.getSection(relocations.sh_link), "symbol table");
    const auto* symbol =
        checked(file_.getEntry<Elf::Sym>(*table, symbol_index), "symbol of a relocation");
    if (const auto offset = offset_of(*symbol)) {
      return kBaseAddress + *offset;
    }
    const auto names = checked(file_.getStringTableForSymtab(*table), "symbol names");
    return external(checked(symbol->getName(names), "symbol name").str());
  }

  void store(std::uint64_t offset, std::uint64_t value, std::size_t bytes) {
    if (offset > image_.bytes.size() || bytes > image_.bytes.size() - offset) {
      damaged("a relocation outside the object");
    }
    std::memcpy(image_.bytes.data() + offset, &value, bytes);
  }

  void apply_relocations(const Elf::Shdr& section) {
    std::uint64_t place = 0;
    if (relocatable_) {
      const auto target = section_offsets_.find(section.sh_info);
      if (target == section_offsets_.end()) {
        return;  // of debug information and the like
      }
      place = target->second;
    }
    for (const auto& relocation : checked(file_.relas(section), "relocations")) {
      apply(section, relocation, place + relocation.r_offset);
    }
  }

  void apply(const Elf::Shdr& section, const Elf::Rela& relocation, std::uint64_t offset) {
    const auto addend = static_cast<std::uint64_t>(static_cast<std::int64_t>(relocation.r_addend));
    const auto type = relocation.getType(false);
    if (type == llvm::ELF::R_X86_64_NONE) {
      return;
    }
    if (type == llvm::ELF::R_X86_64_RELATIVE) {
      return point(offset, kBaseAddress + addend, 8);
    }
    const std::uint64_t symbol = value_of(section, relocation.getSymbol(false));
    switch (type) {
      case llvm::ELF::R_X86_64_64:
        return point(offset, symbol + addend, 8);
      case llvm::ELF::R_X86_64_GLOB_DAT:
      case llvm::ELF::R_X86_64_JUMP_SLOT:
        return point(offset, symbol, 8);
      case llvm::ELF::R_X86_64_32:
      case llvm::ELF::R_X86_64_32S:
        return store(offset, symbol + addend, 4);
      case llvm::ELF::R_X86_64_PC32:
      case llvm::ELF::R_X86_64_PLT32:
        return store(offset, symbol + addend - (kBaseAddress + offset), 4);
      case llvm::ELF::R_X86_64_PC64:
        return store(offset, symbol + addend - (kBaseAddress + offset), 8);
      default:
        throw Error(ErrorKind::unsupported, "object with a relocation of type " +
                                                std::to_string(type) +
                                                ", which lens/code/image.cpp does not know");
    }
  }

  void point(std::uint64_t offset, std::uint64_t address, std::size_t bytes) {
    store(offset, address, bytes);
    image_.code_addresses.push_back(address);
  }

  void finish() {
    auto& functions = image_.functions;
    // .symtab repeats what .dynsym says.
    std::sort(functions.begin(), functions.end(), [](const auto& a, const auto& b) {
      return a.address != b.address ? a.address < b.address : a.symbol < b.symbol;
    });
    functions.erase(std::unique(functions.begin(), functions.end(),
                                [](const auto& a, const auto& b) {
                                  return a.address == b.address && a.symbol == b.symbol;
                                }),
                    functions.end());
    auto& pointers = image_.code_addresses;
    std::sort(pointers.begin(), pointers.end());
    pointers.erase(std::unique(pointers.begin(), pointers.end()), pointers.end());
    pointers.erase(std::remove_if(pointers.begin(), pointers.end(),
                                  [&](std::uint64_t address) {
                                    return image_.function_at(address) == nullptr;
                                  }),
                   pointers.end());
  }

  llvm::object::ELFFile<Elf> file_;
  Elf::ShdrRange sections_;
  bool relocatable_;
  ObjectImage image_;
  std::map<std::uint64_t, std::uint64_t> section_offsets_;  // by section index
  std::map<std::string, std::uint64_t> externals_;          // name to offset
};

}  // namespace

const ImageFunction* ObjectImage::function_at(std::uint64_t address) const noexcept {
  auto after = std::upper_bound(
      functions.begin(), functions.end(), address,
      [](std::uint64_t value, const ImageFunction& function) { return value < function.address; });
  if (after == functions.begin()) {
    return nullptr;
  }
  const ImageFunction& function = *std::prev(after);
  const std::uint64_t size_bytes = function.external ? kExternalBytes : function.size_bytes;
  return address - function.address < size_bytes ? &function : nullptr;
}

const ImageFunction* ObjectImage::function_named(std::string_view symbol) const noexcept {
  const auto found =
      std::find_if(functions.begin(), functions.end(),
                   [&](const ImageFunction& function) { return function.symbol == symbol; });
  return found == functions.end() ? nullptr : &*found;
}

ObjectImage load_image(std::string_view elf) { return Loader(elf).load(); }

}  // namespace clgauge::lens
