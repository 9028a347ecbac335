#include "lens/object/kernel_object.h"

#include <llvm/BinaryFormat/Magic.h>
#include <llvm/Object/ELFObjectFile.h>

#include <algorithm>
#include <memory>
#include <sstream>
#include <utility>

#include "base/error.h"

namespace clgauge::lens {
namespace {

constexpr std::string_view kIntelSection = ".ocl.obj";

template <typename T>
T value_or_throw(llvm::Expected<T> expected, const char* what) {
  if (!expected) {
    throw Error(ErrorKind::input, std::string("damaged program binary (") + what +
                                      "): " + llvm::toString(expected.takeError()) +
                                      "; delete the driver's cache and build again");
  }
  return std::move(*expected);
}

llvm::StringRef view_of(std::string_view text) { return {text.data(), text.size()}; }

std::vector<ObjectFunction> ptx_entries(const std::string& text) {
  std::vector<ObjectFunction> entries;
  constexpr std::string_view kEntry = ".entry";
  for (auto at = text.find(kEntry); at != std::string::npos; at = text.find(kEntry, at + 1)) {
    std::istringstream rest(text.substr(at + kEntry.size(), 256));
    std::string name;
    rest >> name;
    name = name.substr(0, name.find('('));
    entries.push_back({name, at, 0});
  }
  return entries;
}

std::vector<ObjectFunction> elf_functions(const llvm::object::ELFObjectFileBase& elf) {
  std::vector<ObjectFunction> functions;
  for (const llvm::object::ELFSymbolRef symbol : elf.symbols()) {
    if (value_or_throw(symbol.getType(), "symbol type") != llvm::object::SymbolRef::ST_Function ||
        symbol.getSize() == 0) {
      continue;
    }
    const auto section = value_or_throw(symbol.getSection(), "symbol section");
    if (section == elf.section_end()) {
      continue;
    }
    const llvm::object::ELFSectionRef elf_section(*section);
    const std::uint64_t address = value_or_throw(symbol.getAddress(), "symbol address");
    const std::uint64_t offset_bytes = address - section->getAddress() + elf_section.getOffset();
    const std::uint64_t file_bytes = elf.getData().size();
    if (offset_bytes > file_bytes || symbol.getSize() > file_bytes - offset_bytes) {
      throw Error(ErrorKind::input,
                  "damaged program binary (a function lies outside the file); delete the driver's "
                  "cache and build again");
    }
    functions.push_back(
        {value_or_throw(symbol.getName(), "symbol name").str(), offset_bytes, symbol.getSize()});
  }
  std::sort(functions.begin(), functions.end(),
            [](const auto& a, const auto& b) { return a.offset_bytes < b.offset_bytes; });
  return functions;
}

}  // namespace

const char* name_of(ObjectKind kind) noexcept {
  switch (kind) {
    case ObjectKind::x86_64_elf:
      return "x86-64 ELF";
    case ObjectKind::llvm_ir:
      return "LLVM IR";
    case ObjectKind::ptx:
      return "PTX";
    case ObjectKind::unknown:
      return "unknown";
  }
  return "unknown";
}

bool is_llvm_ir(std::string_view program_binary) {
  return llvm::identify_magic(view_of(program_binary)) == llvm::file_magic::bitcode;
}

bool is_ptx(std::string_view program_binary) {
  const auto version = program_binary.find(".version");
  return version != std::string_view::npos &&
         program_binary.find(".target sm_") != std::string_view::npos &&
         program_binary.find('\0') >= program_binary.size() - 1;
}

KernelObject open_object(std::string_view program_binary) {
  KernelObject object;
  if (is_ptx(program_binary)) {
    object.kind = ObjectKind::ptx;
    object.bytes = std::string(program_binary);
    object.functions = ptx_entries(object.bytes);
    return object;
  }
  if (is_llvm_ir(program_binary)) {
    object.kind = ObjectKind::llvm_ir;
    object.bytes = std::string(program_binary);
    return object;
  }
  const auto magic = llvm::identify_magic(view_of(program_binary));
  if (magic != llvm::file_magic::elf_relocatable && magic != llvm::file_magic::elf_shared_object &&
      magic != llvm::file_magic::elf_executable && magic != llvm::file_magic::elf) {
    return object;
  }
  const auto file = value_or_throw(llvm::object::ObjectFile::createELFObjectFile(
                                       llvm::MemoryBufferRef(view_of(program_binary), "program")),
                                   "ELF header");
  for (const llvm::object::SectionRef section : file->sections()) {
    if (value_or_throw(section.getName(), "section name") == view_of(kIntelSection)) {
      // A copy of its own: inside the outer file it need not be aligned as an ELF must be.
      const std::string inner = value_or_throw(section.getContents(), "section .ocl.obj").str();
      return open_object(inner);
    }
  }
  const auto* elf = llvm::dyn_cast<llvm::object::ELFObjectFileBase>(file.get());
  if (elf == nullptr || elf->getArch() != llvm::Triple::x86_64) {
    return object;
  }
  object.kind = ObjectKind::x86_64_elf;
  object.bytes = std::string(program_binary);
  object.functions = elf_functions(*elf);
  return object;
}

}  // namespace clgauge::lens
