// Code and objects that are damaged: what they say may be anything, but ends.
#include <gtest/gtest.h>

#include <random>

#include "lens/object/kernel_object.h"
#include "small_kernels.h"
#include "tests/fuzz/program_binary.h"

namespace clgauge::lens {
namespace {

// Bytes of the kernel's own code, a few at a time.
void survive_damage(const std::shared_ptr<const ObjectImage>& image, int rounds,
                    const EvaluatedLaunch& launch) {
  std::mt19937_64 random(11);
  for (int round = 0; round < rounds; ++round) {
    auto damaged = std::make_shared<ObjectImage>(*image);
    const auto& function = *damaged->function_named("_pocl_kernel_k_workgroup");
    for (int i = 0; i < 2; ++i) {
      damaged->bytes[function.address - damaged->base_address + random() % function.size_bytes] =
          static_cast<char>(random() & 0xFF);
    }
    try {
      Evaluator evaluator(damaged, "k", launch,
                          {.most_instructions = 10'000, .stack_bytes = 1 << 16});
      (void)evaluator.evaluate({1, 0, 0});
    } catch (const Error&) {
      continue;
    }
  }
}

TEST(Evaluator, SurvivesMutatedCode) {
  survive_damage(pocl(kLoop), 400, launch_of({buffer(0), scalar(3)}));
}

TEST(Evaluator, SurvivesMutatedObjects) {
  const std::string calls =
      "  movabsq $iota, %rax\n  call helper@PLT\n  call expf@PLT\n  ret\n"
      "helper:\n  movq 16(%rdi), %rdx\n  jmp memset@PLT\n";
  std::mt19937_64 random(13);
  for (const std::string& whole :
       {assembled_bytes(pocl_text(kLoop)), assembled_bytes(pocl_text(calls)),
        assembled_bytes(pocl_text(kLoop), true)}) {
    for (int round = 0; round < 300; ++round) {
      std::string damaged = whole;
      if (round % 10 == 0) {
        damaged.resize(random() % damaged.size());
      }
      for (int i = 0; i < 8 && !damaged.empty(); ++i) {
        damaged[random() % damaged.size()] = static_cast<char>(random() & 0xFF);
      }
      fuzz::program_binary(damaged);
    }
  }
}

TEST(Evaluator, SurvivesMutatedAvx512) {
  const std::string bytes =
      built_bytes(kLoops, "c", "-march=x86-64-v4 -mprefer-vector-width=512 -O3 -ffast-math -c");
  survive_damage(std::make_shared<const ObjectImage>(load_image(x86_64_elf(bytes))), 600,
                 launch_of({buffer(0), buffer(1), scalar(37)}));
  std::mt19937_64 random(17);
  for (int round = 0; round < 200; ++round) {
    std::string damaged = bytes;
    for (int i = 0; i < 16; ++i) {
      damaged[random() % damaged.size()] = static_cast<char>(random() & 0xFF);
    }
    fuzz::program_binary(damaged);
  }
}

}  // namespace
}  // namespace clgauge::lens
