#include "lens/object/kernel_object.h"

#include <llvm/BinaryFormat/Magic.h>
#include <llvm/Object/ELFObjectFile.h>

#include "lens/object/checked.h"

namespace clgauge::lens {
namespace {

constexpr std::string_view kIntelSection = ".ocl.obj";

llvm::StringRef view_of(std::string_view text) { return {text.data(), text.size()}; }

bool is_ptx(std::string_view program_binary) {
  const auto version = program_binary.find(".version");
  return version != std::string_view::npos &&
         program_binary.find(".target sm_") != std::string_view::npos &&
         program_binary.find_first_not_of('\0', program_binary.find('\0')) ==
             std::string_view::npos;  // drivers end it with one or two of them
}

[[noreturn]] void refuse_other_code() {
  throw Error(ErrorKind::unsupported,
              "the program binary holds neither x86-64 machine code, PTX nor LLVM IR");
}

}  // namespace

ObjectKind kind_of(std::string_view program_binary) {
  switch (llvm::identify_magic(view_of(program_binary))) {
    case llvm::file_magic::bitcode:
      return ObjectKind::llvm_ir;
    case llvm::file_magic::elf:
    case llvm::file_magic::elf_relocatable:
    case llvm::file_magic::elf_executable:
    case llvm::file_magic::elf_shared_object:
      return ObjectKind::elf;
    default:
      return is_ptx(program_binary) ? ObjectKind::ptx : ObjectKind::unknown;
  }
}

std::string x86_64_elf(std::string_view program_binary) {
  if (kind_of(program_binary) != ObjectKind::elf) {
    refuse_other_code();
  }
  const auto file = checked(llvm::object::ObjectFile::createELFObjectFile(
                                llvm::MemoryBufferRef(view_of(program_binary), "program")),
                            "ELF header");
  for (const llvm::object::SectionRef section : file->sections()) {
    if (checked(section.getName(), "section name") == view_of(kIntelSection)) {
      // A copy of its own: inside the outer file it need not be aligned as an ELF must be.
      const std::string inner = checked(section.getContents(), "section .ocl.obj").str();
      return x86_64_elf(inner);
    }
  }
  if (file->getArch() != llvm::Triple::x86_64) {
    refuse_other_code();
  }
  return std::string(program_binary);
}

}  // namespace clgauge::lens
