#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace clgauge::lens {

enum class ObjectKind {
  x86_64_elf,  // PoCL's work-group function, or what Intel's program binary holds inside
  llvm_ir,     // bitcode of the source, of any device (collector/bitcode.h)
  ptx,         // NVIDIA's program binary
  unknown,
};
[[nodiscard]] const char* name_of(ObjectKind kind) noexcept;

// A function of the object: where its machine code lies. Offsets are into KernelObject::bytes.
struct ObjectFunction {
  std::string symbol;
  std::uint64_t offset_bytes = 0;
  std::uint64_t size_bytes = 0;
};

// Whether a binary is one of ObjectKind::llvm_ir or ::ptx: without a look inside, which only ir/
// and ptx/ have.
[[nodiscard]] bool is_llvm_ir(std::string_view program_binary);
[[nodiscard]] bool is_ptx(std::string_view program_binary);

struct KernelObject {
  ObjectKind kind = ObjectKind::unknown;
  std::string bytes;
  std::vector<ObjectFunction> functions;  // by offset; of PTX the .entry names, of LLVM IR none
};

// Recognises a program binary (CL_PROGRAM_BINARIES, or a file of PoCL's cache) and takes the
// compiled kernels out of it. Intel's runtime wraps an x86-64 ELF in the section ".ocl.obj" of
// another ELF. An unfamiliar binary is not an error: its kind is unknown and it has no functions. A
// damaged ELF throws Error(input). Thread-safe; never runs or maps the code.
[[nodiscard]] KernelObject open_object(std::string_view program_binary);

}  // namespace clgauge::lens
