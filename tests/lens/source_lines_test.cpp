// What debug information tells of where code came from, and which loops do the same.
#include "lens/code/source_lines.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "assembled.h"
#include "lens/code/debug_sections.h"
#include "lens/code/loop_signature.h"
#include "lens/code/machine_code.h"

namespace clgauge::lens {
namespace {

// Line numbers as `#line` says: helpers stand before 10, the function itself after.
constexpr const char* kSource =
    "#line 1\n"
    "static inline float tiny(float a) {\n"
    "  return a * 2 + 1;\n"
    "}\n"
    "static inline float poly(float x, int n) {\n"
    "  float s = 0;\n"
    "  for (int k = 0; k < n; ++k)\n"
    "    s = s * x + 0.5f;\n"
    "  return s;\n"
    "}\n"
    "#line 20\n"
    "float f(const float* in, int n) {\n"
    "  float s = 0;\n"
    "  for (int j = 0; j < n; ++j) {\n"
    "    s += tiny(in[j]);\n"
    "    s *= in[j + 7];\n"
    "  }\n"
    "  s += poly(s, n);\n"
    "#line 3 \"/some/where/part.h\"\n"
    "  for (int j = 0; j < n; ++j)\n"
    "    s -= s * in[2 * j];\n"
    "  return s;\n"
    "}\n";

struct Built {
  std::string bytes;
  std::shared_ptr<const ObjectImage> image;
  MachineCode code;
};

Built build(const std::string& options, const std::string& source = kSource) {
  Built built;
  built.bytes = built_bytes(
      source, "c",
      "-O2 -fno-unroll-loops -fno-tree-vectorize -fno-asynchronous-unwind-tables " + options);
  built.image = std::make_shared<const ObjectImage>(load_image(x86_64_elf(built.bytes)));
  built.code = decode(built.image, "f");
  return built;
}

// Of the loops, by their place in the code.
std::vector<SourceSpan> spans(const Built& built) {
  const SourceLines lines(built.bytes, *built.image);
  std::vector<std::pair<std::uint32_t, SourceSpan>> found;
  for (const Loop& loop : built.code.loops) {
    std::vector<std::uint64_t> addresses;
    for (const std::uint32_t b : loop.blocks) {
      const BasicBlock& block = built.code.blocks[b];
      for (std::uint32_t i = 0; i < block.instruction_count; ++i) {
        addresses.push_back(built.code.instructions[block.first_instruction + i].address);
      }
    }
    found.emplace_back(loop.header, lines.span_of(addresses, built.code.functions.front().address));
  }
  std::sort(found.begin(), found.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<SourceSpan> sorted;
  for (auto& [header, span] : found) {
    sorted.push_back(std::move(span));
  }
  return sorted;
}

// Objects whose sections have no addresses yet, and those whose have; versions of DWARF, and line
// tables alone.
TEST(SourceLines, LoopsAreNamedByTheFunctionThatTheyStandIn) {
  for (const char* options :
       {"-c -g", "-shared -fPIC -g", "-c -gdwarf-4", "-c -g1", "-c -g -ffunction-sections"}) {
    const std::vector<SourceSpan> found = spans(build(options));
    ASSERT_EQ(found.size(), 3U) << options;
    EXPECT_EQ(found[0], (SourceSpan{"", 22, 24})) << options;  // not the 2 of tiny()
    EXPECT_EQ(found[1], (SourceSpan{"", 6, 7})) << options;    // all inlined from line 26
    EXPECT_EQ(found[2], (SourceSpan{"part.h", 3, 4})) << options;
  }
}

TEST(SourceLines, WithoutDebugInformationNothingIsTold) {
  const Built built = build("-c");
  EXPECT_FALSE(SourceLines(built.bytes, *built.image).any());
  EXPECT_EQ(spans(built).at(0), SourceSpan());
  EXPECT_TRUE(SourceLines(build("-c -g").bytes, *built.image).any());
  EXPECT_FALSE(SourceLines("rubbish", *built.image).any());
}

// What is damaged may tell anything, but ends.
TEST(SourceLines, SurvivesDamage) {
  Built built = build("-c -g");
  const std::string whole = built.bytes;
  std::mt19937_64 random(1);
  for (int round = 0; round < 3000; ++round) {
    built.bytes = whole;
    for (int k = 0; k < 1 + round % 40; ++k) {
      built.bytes[64 + random() % (whole.size() - 64)] = static_cast<char>(random());
    }
    (void)spans(built);
  }
}

// Every byte of a version 5 line table's header (the forms of its directories and files among them)
// replaced by every other.
TEST(SourceLines, SurvivesDamagedHeadersOfLineTables) {
  Built built = build("-shared -fPIC -gdwarf-5");
  const std::string table = debug_sections(built.bytes, *built.image).at("debug_line");
  const std::size_t place = built.bytes.find(table);
  ASSERT_NE(place, std::string::npos);
  ASSERT_EQ(table.at(4), 5) << "its version";
  const std::size_t header_bytes = std::min<std::size_t>(table.size(), 72);
  std::size_t unread = 0;
  for (std::size_t at = 0; at < header_bytes; ++at) {
    for (int value = 0; value < 256; ++value) {
      built.bytes[place + at] = static_cast<char>(value);
      const SourceLines lines(built.bytes, *built.image);
      unread += lines.any() ? 0 : 1;
    }
    built.bytes[place + at] = table[at];
  }
  EXPECT_GT(unread, header_bytes);
  EXPECT_TRUE(SourceLines(built.bytes, *built.image).any());
}

std::vector<std::vector<std::uint32_t>> signatures(const Built& built) {
  std::vector<std::vector<std::uint32_t>> all;
  for (const Loop& loop : built.code.loops) {
    all.push_back(loop_signature(built.code, loop));
  }
  return all;
}

TEST(LoopSignature, DebugInformationAndPlaceMakeNoOtherLoops) {
  const auto plain = signatures(build("-c"));
  EXPECT_EQ(plain.size(), 3U);
  EXPECT_EQ(signatures(build("-c -g")), plain);
  const std::string before = "float first(float x) { return x * 3.25f; }\n";
  EXPECT_EQ(signatures(build("-c -g -fPIC", before + kSource)), plain);
  EXPECT_NE(signatures(build("-c -march=haswell")), plain);
  std::string other = kSource;
  other.replace(other.find("s *= in"), 4, "s -=");
  EXPECT_NE(signatures(build("-c", other)), plain);
}

}  // namespace
}  // namespace clgauge::lens
