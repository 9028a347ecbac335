#include "service/daemon/kernel_query.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>

#include <nlohmann/json.hpp>

#include "base/error.h"

namespace clgauge::service {
namespace {

TEST(KernelQuery, SizesAreWhatIntegersCanBe) {
  const auto sizes = [](const std::string& n) {
    return sizes_param(nlohmann::json::parse(R"({"sizes":{"n":)" + n + "}}")).at("n");
  };
  constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(sizes(std::to_string(kMost)), kMost);
  EXPECT_EQ(sizes("-1"), -1);
  for (const char* none :
       {"9223372036854775808", "18446744073709551615", "1.5", "1e3", "true", "null", "\"1\""}) {
    EXPECT_THROW((void)sizes(none), Error) << none;
  }
}

}  // namespace
}  // namespace clgauge::service
