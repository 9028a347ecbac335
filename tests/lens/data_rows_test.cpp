// Rows of data that a launch of one dimension goes through, as two of its groups show them.
#include "lens/launch/data_rows.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace clgauge::lens {
namespace {

constexpr std::uint64_t kItems = 64;
constexpr std::uint64_t kRow = 900;  // elements
constexpr std::uint64_t kPlane = 200 * kRow;
constexpr double kMostGroups = 5000;

// Each instruction of a group loads a float of each item, so many elements from the item's own.
AccessTrace stencil(std::uint64_t group, const std::vector<std::uint64_t>& offsets) {
  AccessTrace trace;
  for (std::uint64_t item = 0; item < kItems; ++item) {
    for (std::uint32_t i = 0; i < offsets.size(); ++i) {
      Access access;
      access.address = (1U << 20U) + 4 * (group * kItems + item + offsets[i]);
      access.instruction = i;
      trace.push_back(access);
    }
  }
  return trace;
}

TEST(DataRows, OfAStencilAreItsRowsAndPlanes) {
  const std::vector<std::uint64_t> points = {0, kPlane - kRow, kPlane, kPlane + kRow, 2 * kPlane};
  const auto rows = data_rows(stencil(5000, points), stencil(5001, points), kMostGroups);
  ASSERT_TRUE(rows && rows->plane);
  EXPECT_NEAR(rows->row.middle(), static_cast<double>(kRow) / kItems, 1);
  EXPECT_NEAR(rows->plane->middle(), static_cast<double>(kPlane) / kItems, 20);
}

TEST(DataRows, AreNoneWhereNothingIsMetAgain) {
  const std::vector<std::uint64_t> own = {0};
  EXPECT_FALSE(data_rows(stencil(5000, own), stencil(5001, own), kMostGroups));
  EXPECT_FALSE(data_rows(stencil(5000, own), stencil(5000, own), kMostGroups));
  EXPECT_FALSE(data_rows({}, {}, kMostGroups));
  const std::vector<std::uint64_t> rows = {0, kRow, 2 * kRow};
  EXPECT_FALSE(data_rows(stencil(5000, rows), stencil(5001, rows), 5));
}

// A sparse matrix of nine entries a row, 8-byte values and 4-byte columns, and a vector of floats
// that the columns name: of all new lines few are the vector's.
AccessTrace sparse_rows(std::uint64_t group, std::uint64_t skipped) {
  AccessTrace trace;
  const auto load = [&](std::uint32_t instruction, std::uint64_t address) {
    Access access;
    access.address = address;
    access.instruction = instruction;
    trace.push_back(access);
  };
  for (std::uint64_t item = 0; item < kItems; ++item) {
    const std::uint64_t row = group * kItems + item;
    load(0, (1U << 20U) + 4 * row);
    if (item % 7 == skipped) {
      continue;
    }
    for (std::uint64_t entry = 0; entry < 9; ++entry) {
      load(1, (1U << 30U) + 8 * (9 * row + entry));
      load(2, (1U << 28U) + 4 * (9 * row + entry));
      load(3, (1U << 24U) + 4 * (row + entry / 3 * kRow + entry % 3));
    }
  }
  return trace;
}

TEST(DataRows, OfAVectorThatASparseMatrixNamesAreItsOwn) {
  const auto rows = data_rows(sparse_rows(5000, 3), sparse_rows(5001, 5), kMostGroups);
  ASSERT_TRUE(rows);
  EXPECT_NEAR(rows->row.middle(), static_cast<double>(kRow) / kItems, 1);
  EXPECT_FALSE(rows->plane);
}

}  // namespace
}  // namespace clgauge::lens
