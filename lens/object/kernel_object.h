#pragma once

#include <string>
#include <string_view>

namespace clgauge::lens {

// What a program binary (CL_PROGRAM_BINARIES, or a file of PoCL's cache) holds a kernel as.
enum class ObjectKind {
  elf,      // PoCL's work-group function, or what Intel's program binary holds inside
  llvm_ir,  // bitcode of the source, of any device (collector/bitcode.h)
  ptx,      // NVIDIA's program binary
  unknown,
};

// Without a look inside. Thread-safe.
[[nodiscard]] ObjectKind kind_of(std::string_view program_binary);

// The x86-64 ELF that holds the compiled kernels: the binary itself, or what Intel's runtime wraps
// in the section ".ocl.obj" of another ELF. Throws Error(unsupported) where there is none,
// Error(input) for a damaged ELF. Thread-safe; never runs or maps the code.
[[nodiscard]] std::string x86_64_elf(std::string_view program_binary);

}  // namespace clgauge::lens
