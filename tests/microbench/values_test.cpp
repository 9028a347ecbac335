#include "microbench/worker/values.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "base/error.h"

namespace clgauge::microbench {
namespace {

const std::vector<std::string> kTypes = {"float16", "float32", "float64", "int8",
                                         "int16",   "int32",   "int64",   "uint8",
                                         "uint16",  "uint32",  "uint64"};

std::vector<double> elements(const BufferArgument& buffer, std::uint64_t seed = 1) {
  const std::vector<std::byte> block = fill_block(buffer, seed);
  const std::size_t width = element_bytes(buffer.dtype);
  std::vector<double> out;
  for (std::size_t at = 0; at + width <= block.size(); at += width) {
    out.push_back(decode(buffer.dtype, block.data() + at));
  }
  return out;
}

TEST(Values, SmallIntegersSurviveEveryType) {
  for (const std::string& dtype : kTypes) {
    for (int value = 0; value < 128; ++value) {
      EXPECT_EQ(decode(dtype, encode(dtype, value).data()), value) << dtype;
    }
  }
  EXPECT_EQ(decode("float16", encode("float16", 1.0 / 3).data()), 0.333251953125);
  EXPECT_EQ(element_bytes("float16"), 2U);
  EXPECT_EQ(element_bytes("uint64"), 8U);
}

TEST(Values, VectorsHoldAllLanesAndThreeTakeTheRoomOfFour) {
  const std::vector<std::byte> two = encode(ScalarArgument{"uint32", 7, {9}});
  ASSERT_EQ(two.size(), 8U);
  EXPECT_EQ(decode("uint32", two.data() + 4), 9);
  const std::vector<std::byte> three = encode(ScalarArgument{"float64", 1, {2, 3}});
  ASSERT_EQ(three.size(), 32U);
  EXPECT_EQ(decode("float64", three.data() + 16), 3);
}

TEST(Values, StructuresHoldEachNumberInItsPlace) {
  StructArgument argument{16, {{"int32", 0, 1}, {"float32", 8, 2}}, {7, 0.5, -2}};
  const std::vector<std::byte> bytes = encode(argument);
  ASSERT_EQ(bytes.size(), 16U);
  EXPECT_EQ(decode("int32", bytes.data()), 7);
  EXPECT_EQ(decode("int32", bytes.data() + 4), 0);
  EXPECT_EQ(decode("float32", bytes.data() + 8), 0.5);
  EXPECT_EQ(decode("float32", bytes.data() + 12), -2);
  argument.values.pop_back();
  EXPECT_THROW((void)encode(argument), Error);
  argument = {8, {{"float32", 8, 1}}, {1}};
  EXPECT_THROW((void)encode(argument), Error);
}

TEST(Values, BuffersOfStructuresAreFilledMemberByMember) {
  BufferArgument buffer{160, "uint8", Fill::members};
  buffer.element_bytes = 16;
  buffer.members = {{"int32", 0, 1, Fill::zero}, {"float32", 4, 3, Fill::normal_random}};
  const std::vector<std::byte> block = fill_block(buffer, 1);
  ASSERT_EQ(block.size() % 16, 0U);
  ASSERT_GE(block.size(), 160U);
  for (std::size_t at = 0; at < block.size(); at += 16) {
    EXPECT_EQ(decode("int32", &block[at]), 0);
    for (std::size_t i = 4; i < 16; i += 4) EXPECT_NE(decode("float32", &block[at + i]), 0);
  }
  EXPECT_NE(decode("float32", &block[4]), decode("float32", &block[20]));
}

TEST(Values, GivenBytesAreRepeated) {
  BufferArgument buffer{8, "uint8", Fill::given};
  buffer.content = "abc";
  const std::vector<std::byte> block = fill_block(buffer, 1);
  ASSERT_EQ(block.size(), 6U);
  EXPECT_EQ(block[4], std::byte{'b'});
  buffer.content.clear();
  EXPECT_THROW((void)fill_block(buffer, 1), Error);
}

TEST(Values, UnknownTypesAreRefused) {
  EXPECT_THROW((void)element_bytes("float"), Error);
  EXPECT_THROW((void)encode("float128", 1), Error);
}

TEST(Values, IotaCountsAndRepeatsExactly) {
  for (const std::string& dtype : kTypes) {
    const auto found = elements({100000, dtype, Fill::iota});
    const std::size_t period = element_bytes(dtype) == 1 ? kIotaPeriod8 : kIotaPeriod;
    ASSERT_EQ(found.size() % period, 0U) << "blocks must hold whole periods";
    for (std::size_t i = 0; i < found.size(); ++i) {
      ASSERT_EQ(found[i], static_cast<double>(i % period)) << dtype << " " << i;
    }
  }
}

TEST(Values, PoisonIsNoNumberAnyoneExpects) {
  EXPECT_TRUE(std::isnan(elements({64, "float16", Fill::poison})[0]));
  EXPECT_TRUE(std::isnan(elements({64, "float32", Fill::poison})[0]));
  EXPECT_TRUE(std::isnan(elements({64, "float64", Fill::poison})[0]));
  EXPECT_EQ(elements({64, "int32", Fill::poison})[3], -1);
}

TEST(Values, UniformDataFillsItsRangeAndStaysInside) {
  const auto indices = elements({400000, "int32", Fill::uniform, 3, 64});
  std::set<double> seen(indices.begin(), indices.end());
  EXPECT_EQ(seen.size(), 61U);
  EXPECT_EQ(*seen.begin(), 3);
  EXPECT_EQ(*seen.rbegin(), 63);
  double least = 10;
  double most = 0;
  for (const double value : elements({400000, "float32", Fill::uniform, 0.25, 5})) {
    least = std::min(least, value);
    most = std::max(most, value);
  }
  EXPECT_GE(least, 0.25);
  EXPECT_LE(least, 0.26);
  EXPECT_LE(most, 5);
  EXPECT_GE(most, 4.99);
  EXPECT_THROW((void)elements({64, "float32", Fill::uniform, 1, 1}), Error);
}

TEST(Values, RandomDataIsNormalAndRepeatable) {
  const BufferArgument buffer{std::size_t{1} << 20, "float32", Fill::normal_random};
  const auto found = elements(buffer, 7);
  double sum = 0;
  double squares = 0;
  for (const double value : found) {
    EXPECT_GE(std::abs(value), 0.99e-3);
    sum += value;
    squares += value * value;
  }
  const auto n = static_cast<double>(found.size());
  EXPECT_NEAR(sum / n, 0, 5 / std::sqrt(n));
  EXPECT_NEAR(squares / n, 1, 0.02);
  EXPECT_EQ(found, elements(buffer, 7));
  EXPECT_NE(found, elements(buffer, 8));
}

}  // namespace
}  // namespace clgauge::microbench
