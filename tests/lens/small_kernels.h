#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "assembled.h"
#include "base/error.h"
#include "lens/evaluate/evaluator.h"

// Kernels written in assembly or compiled here, their launches, and what they access.
namespace clgauge::lens {

// A work-group function by PoCL's convention: arguments in rdi, context in rsi, group in rdx, rcx,
// r8.
inline std::string pocl_text(const std::string& body) {
  return "  .globl _pocl_kernel_k_workgroup\n  .type _pocl_kernel_k_workgroup, @function\n"
         "_pocl_kernel_k_workgroup:\n" +
         body +
         "\n  .size _pocl_kernel_k_workgroup, .-_pocl_kernel_k_workgroup\n"
         "  .section .rodata\n  .align 64\n"
         "iota: .long 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n";
}

inline std::shared_ptr<const ObjectImage> pocl(const std::string& body) {
  return assemble(pocl_text(body));
}

inline EvaluatedArgument buffer(unsigned index) {
  EvaluatedArgument argument;
  argument.kind = EvaluatedArgument::Kind::buffer;
  argument.address = buffer_address(index);
  argument.size_bytes = 1 << 20;
  return argument;
}

inline EvaluatedArgument scalar(std::int32_t value) {
  EvaluatedArgument argument;
  argument.value.resize(4);
  std::memcpy(argument.value.data(), &value, 4);
  return argument;
}

inline EvaluatedLaunch launch_of(std::vector<EvaluatedArgument> arguments) {
  EvaluatedLaunch launch;
  launch.global = {64, 1, 1};
  launch.local = {16, 1, 1};
  launch.arguments = std::move(arguments);
  return launch;
}

class Recorded : public AccessSink {
 public:
  void consume(std::span<const MemoryAccess> some) override {
    accesses.insert(accesses.end(), some.begin(), some.end());
  }
  void cover(std::uint64_t address, unsigned bytes, bool is_store) override {
    covers.push_back((is_store ? "store " : "load ") + std::to_string(bytes) + " @" +
                     std::to_string(address - buffer_address(0)) + " before " +
                     std::to_string(of_buffers().size()));
  }
  // "load 4 @0x20", of buffers only, relative to the first buffer.
  [[nodiscard]] std::vector<std::string> of_buffers() const {
    std::vector<std::string> lines;
    for (const MemoryAccess& access : accesses) {
      if (access.region == MemoryRegion::buffer) {
        lines.push_back((access.is_store ? "store " : "load ") + std::to_string(access.bytes) +
                        " @" + std::to_string(access.address - buffer_address(0)));
      }
    }
    return lines;
  }
  std::vector<MemoryAccess> accesses;
  std::vector<std::string> covers;  // and before which of of_buffers()
};

inline std::string refusal_of(const std::string& body, RefusalKind why) {
  Evaluator evaluator(pocl(body), "k", launch_of({buffer(0), scalar(5)}),
                      {.most_instructions = 100'000});
  try {
    (void)evaluator.evaluate({0, 0, 0});
  } catch (const Refusal& refusal) {
    EXPECT_EQ(refusal.why(), why) << refusal.what();
    EXPECT_EQ(refusal.kind(), ErrorKind::unsupported);
    return refusal.what();
  }
  ADD_FAILURE() << "not refused";
  return {};
}

inline constexpr const char* kLoop = R"(
  movq (%rdi), %rax
  movq (%rax), %rax      # the buffer
  movq 8(%rdi), %r9
  movl (%r9), %r9d       # n
  shlq $4, %rdx          # first work-item of the group
  leaq (%rax,%rdx,4), %rax
  xorl %ecx, %ecx
again:
  vmovss (%rax,%rcx,4), %xmm0
  vaddss %xmm0, %xmm0, %xmm0
  vmovss %xmm0, (%rax,%rcx,4)
  incl %ecx
  cmpl %r9d, %ecx
  jl again
  ret
)";

// Loops that compilers vectorise in every way they have: with remainders, strides, gathers,
// scatters, masks from conditions on the index, wrapped and reversed indices, changes of type.
inline constexpr const char* kLoops = R"(
void _pocl_kernel_k_workgroup(void** arguments, void* context, unsigned long x) {
  float* restrict a = *(float**)arguments[0];
  double* restrict b = *(double**)arguments[1];
  const int n = *(int*)arguments[2];
  for (int i = 0; i < n; ++i) a[i] = a[i] * 2 + (float)i;
  for (int i = 0; i < n; ++i) b[i] += a[3 * i + 1];
  for (int i = 0; i < n; ++i) if (i % 3 == 1) a[i + n] = (float)b[i];
  for (int i = 0; i < n; ++i) b[5 * i] = a[n - i];
  for (int i = 0; i < n; ++i) a[(i * 7) & 63] += (float)b[i];
  for (int i = 0; i < n; ++i) if ((i ^ (int)x) & 4) b[i * 2] = b[i * 2 + 1];
  for (int i = 0; i < n; ++i) a[(int)(i * 0.75f) + 4096] = 1;
  for (int i = 0; i < n; ++i) a[8192 + (i * i >> 3)] = a[i / 3];
}
)";

}  // namespace clgauge::lens
