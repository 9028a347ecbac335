#include "lens/object/kernel_object.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <random>

#include "base/error.h"
#include "base/paths.h"

// A function with a known name that the compiler must keep.
extern "C" __attribute__((used, noinline)) int clgauge_lens_test_kernel(int x) { return 3 * x; }

namespace clgauge::lens {
namespace {

std::string this_program() { return read_file("/proc/self/exe"); }

std::vector<std::string> symbols_of(const KernelObject& object) {
  std::vector<std::string> symbols;
  for (const auto& function : object.functions) {
    symbols.push_back(function.symbol);
  }
  return symbols;
}

TEST(KernelObject, FindsTheCodeOfAFunctionInAnElf) {
  const KernelObject object = open_object(this_program());
  ASSERT_EQ(object.kind, ObjectKind::x86_64_elf);
  for (const auto& function : object.functions) {
    if (function.symbol == "clgauge_lens_test_kernel") {
      ASSERT_LE(function.offset_bytes + function.size_bytes, object.bytes.size());
      // The bytes in the file are the bytes that run.
      const std::string code = object.bytes.substr(function.offset_bytes, function.size_bytes);
      const std::string running(reinterpret_cast<const char*>(&clgauge_lens_test_kernel),
                                function.size_bytes);
      EXPECT_EQ(code, running);
      return;
    }
  }
  FAIL() << "clgauge_lens_test_kernel is not among the functions";
}

TEST(KernelObject, UnwrapsIntelsSection) {
  const auto folder = std::filesystem::temp_directory_path() / "clgauge-lens-object-test";
  std::filesystem::create_directories(folder);
  write_file_atomically(folder / "inner", this_program());
  write_file_atomically(folder / "empty.c", "int outer_symbol;\n");
  const std::string make = "cd '" + folder.string() +
                           "' && cc -c empty.c -o empty.o && objcopy --add-section "
                           ".ocl.obj=inner empty.o outer.o";
  ASSERT_EQ(std::system(make.c_str()), 0) << "needs cc and objcopy (binutils)";
  const KernelObject object = open_object(read_file(folder / "outer.o"));
  std::filesystem::remove_all(folder);
  EXPECT_EQ(object.kind, ObjectKind::x86_64_elf);
  EXPECT_THAT(symbols_of(object), ::testing::Contains("clgauge_lens_test_kernel"));
}

TEST(KernelObject, ListsPtxEntries) {
  const KernelObject object = open_object(
      "//\n.version 8.0\n.target sm_90\n.address_size 64\n"
      ".visible .entry scale(\n .param .u64 scale_param_0\n)\n{\n ret;\n}\n"
      ".entry second() { ret; }\n");
  EXPECT_EQ(object.kind, ObjectKind::ptx);
  EXPECT_THAT(symbols_of(object), ::testing::ElementsAre("scale", "second"));
}

TEST(KernelObject, KnowsLlvmIrAndLeavesItWhole) {
  const std::string bitcode = "BC\xC0\xDE and more";
  const KernelObject object = open_object(bitcode);
  EXPECT_EQ(object.kind, ObjectKind::llvm_ir);
  EXPECT_EQ(object.bytes, bitcode);
  EXPECT_TRUE(object.functions.empty());
  EXPECT_FALSE(
      is_llvm_ir("\x7f"
                 "ELF"));
}

TEST(KernelObject, DoesNotKnowOtherBytes) {
  EXPECT_EQ(open_object("").kind, ObjectKind::unknown);
  EXPECT_EQ(open_object("BC\xC0 no LLVM bitcode").kind, ObjectKind::unknown);
}

TEST(KernelObject, RefusesRubbishWithoutCrashing) {
  const std::string whole = this_program();
  EXPECT_THROW((void)open_object(whole.substr(0, 40)), Error);
  std::mt19937_64 random(20260101);
  for (int round = 0; round < 200; ++round) {
    std::string damaged = whole.substr(0, 1 + random() % whole.size());
    for (int i = 0; i < 20; ++i) {
      damaged[random() % std::min<std::size_t>(damaged.size(), 4096)] =
          static_cast<char>(random() & 0xFF);
    }
    try {
      const KernelObject object = open_object(damaged);
      for (const auto& function : object.functions) {
        ASSERT_LE(function.offset_bytes + function.size_bytes, object.bytes.size());
      }
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::input);
    }
  }
}

}  // namespace
}  // namespace clgauge::lens
