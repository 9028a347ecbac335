#include "lens/evaluate/buffer_writes.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <map>
#include <random>

namespace clgauge::lens {
namespace {

constexpr std::uint64_t kBase = std::uint64_t{1} << 40U;

// Against a map from addresses to bytes.
TEST(BufferWrites, HoldWhatWasStoredAndNothingElse) {
  std::mt19937_64 engine(11);
  BufferWrites writes;
  struct Byte {
    std::uint8_t value = 0;
    bool is_unknown = false;
  };
  std::map<std::uint64_t, Byte> expected;
  for (int round = 0; round < 20000; ++round) {
    const std::uint64_t address = kBase + engine() % 700;
    const auto bytes = static_cast<unsigned>(1 + engine() % 64);
    std::array<std::uint8_t, 64> data{};
    if (engine() % 2 == 0) {
      std::uint64_t unknown = engine();
      unknown &= engine();  // a quarter
      for (unsigned i = 0; i < bytes; ++i) {
        data.at(i) = static_cast<std::uint8_t>(engine());
        expected[address + i] = {data.at(i), (unknown >> i & 1U) != 0};
      }
      writes.store(address, data.data(), bytes, unknown);
      continue;
    }
    data.fill(0xAA);
    const std::uint64_t before = engine();
    const std::uint64_t after = writes.over(address, data.data(), bytes, before);
    for (unsigned i = 0; i < bytes; ++i) {
      const auto stored = expected.find(address + i);
      const bool is_unknown = (after >> i & 1U) != 0;
      if (stored == expected.end()) {
        EXPECT_EQ(data.at(i), 0xAA);
        EXPECT_EQ(is_unknown, (before >> i & 1U) != 0);
      } else {
        EXPECT_EQ(data.at(i), stored->second.value);
        EXPECT_EQ(is_unknown, stored->second.is_unknown);
      }
    }
  }
  writes.clear();
  std::uint8_t byte = 3;
  EXPECT_EQ(writes.over(kBase + 5, &byte, 1, 0), 0U);
  EXPECT_EQ(byte, 3);
}

}  // namespace
}  // namespace clgauge::lens
