#include "lens/object/kernel_object.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <random>

#include "base/error.h"
#include "base/paths.h"

namespace clgauge::lens {
namespace {

std::string this_program() { return read_file("/proc/self/exe"); }

TEST(KernelObject, AnElfOfX86StaysWhole) {
  EXPECT_EQ(kind_of(this_program()), ObjectKind::elf);
  EXPECT_TRUE(x86_64_elf(this_program()) == this_program());
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
  const std::string inner = x86_64_elf(read_file(folder / "outer.o"));
  std::filesystem::remove_all(folder);
  EXPECT_TRUE(inner == this_program());
}

TEST(KernelObject, KnowsTextsOfPtx) {
  const std::string ptx =
      "//\n.version 8.0\n.target sm_90\n.address_size 64\n.entry second() { ret; }\n";
  EXPECT_EQ(kind_of(ptx), ObjectKind::ptx);
  EXPECT_THROW((void)x86_64_elf(ptx), Error);
}

TEST(KernelObject, KnowsLlvmIr) { EXPECT_EQ(kind_of("BC\xC0\xDE and more"), ObjectKind::llvm_ir); }

TEST(KernelObject, DoesNotKnowOtherBytes) {
  EXPECT_EQ(kind_of(""), ObjectKind::unknown);
  EXPECT_EQ(kind_of("BC\xC0 no LLVM bitcode"), ObjectKind::unknown);
  EXPECT_THROW((void)x86_64_elf(""), Error);
}

TEST(KernelObject, RefusesRubbishWithoutCrashing) {
  const std::string whole = this_program();
  EXPECT_THROW((void)x86_64_elf(whole.substr(0, 40)), Error);
  std::mt19937_64 random(20260101);
  for (int round = 0; round < 200; ++round) {
    std::string damaged = whole.substr(0, 1 + random() % whole.size());
    for (int i = 0; i < 20; ++i) {
      damaged[random() % std::min<std::size_t>(damaged.size(), 4096)] =
          static_cast<char>(random() & 0xFF);
    }
    try {
      (void)x86_64_elf(damaged);
    } catch (const Error& error) {
      EXPECT_TRUE(error.kind() == ErrorKind::input || error.kind() == ErrorKind::unsupported);
    }
  }
}

}  // namespace
}  // namespace clgauge::lens
