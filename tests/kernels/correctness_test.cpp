// Every variant of every family on every device present, against the serial reference.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "base/error.h"
#include "checked_run.h"
#include "device/device.h"
#include "kernels/catalogue.h"
#include "test_sizes.h"

namespace clgauge::kernels {
namespace {

using testing::HasSubstr;

struct Case {
  const Family* family;
  const Variant* variant;
};

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (const Family& family : families()) {
    for (const Variant& variant : family.variants) {
      cases.push_back({&family, &variant});
    }
  }
  return cases;
}

std::string name_of(const testing::TestParamInfo<Case>& info) {
  return info.param.family->name + "_" + info.param.variant->name;
}

const std::vector<device::Identity>& devices() {
  static const std::vector<device::Identity> kDevices = [] {
    try {
      return device::discover().devices;
    } catch (const Error&) {
      return std::vector<device::Identity>{};
    }
  }();
  return kDevices;
}

bool needs_float64(const Variant& variant) {
  for (const Argument& argument : variant.arguments) {
    const auto* buffer = std::get_if<BufferArgument>(&argument);
    if (buffer != nullptr && buffer->dtype == "float64") {
      return true;
    }
  }
  return false;
}

std::string text_of(const Sizes& sizes) {
  std::string text;
  for (const auto& [name, value] : sizes) {
    text += fmt::format(" {}={}", name, value);
  }
  return text;
}

// Set by the test that runs this program under Oclgrind. An interpreter is slow: one small size.
// It sees every access beyond a buffer, which a guard behind the buffer would make valid: no guard.
bool under_oclgrind() { return std::getenv("CLGAUGE_UNDER_OCLGRIND") != nullptr; }

std::size_t guard_bytes() { return under_oclgrind() ? 0 : 4096; }

class Correctness : public testing::TestWithParam<Case> {
 protected:
  static std::vector<Sizes> sizes_to_try(const Case& c, std::mt19937_64& random) {
    if (under_oclgrind()) {
      Sizes smallest = random_sizes(*c.family, *c.variant, random);
      for (const Sizes& sizes : edge_sizes(*c.family, *c.variant, random)) {
        if (buffer_bytes(*c.variant, sizes) < buffer_bytes(*c.variant, smallest)) {
          smallest = sizes;
        }
      }
      return {smallest};
    }
    std::vector<Sizes> all = edge_sizes(*c.family, *c.variant, random);
    for (int i = 0; i < 4; ++i) {
      all.push_back(random_sizes(*c.family, *c.variant, random));
    }
    return all;
  }
};

TEST_P(Correctness, OnEveryDevice) {
  if (devices().empty()) {
    GTEST_SKIP() << "no OpenCL device";
  }
  const auto seed = static_cast<std::uint64_t>(testing::UnitTest::GetInstance()->random_seed());
  for (const device::Identity& identity : devices()) {
    if (needs_float64(*GetParam().variant) && !identity.has_float64) {
      continue;
    }
    device::Session session(identity);
    std::mt19937_64 random(seed);
    for (const Sizes& sizes : sizes_to_try(GetParam(), random)) {
      EXPECT_EQ(checked_run(session, *GetParam().variant, sizes, random(), guard_bytes()), "")
          << identity.name << ":" << text_of(sizes) << " (seed " << seed << ")";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Kernels, Correctness, testing::ValuesIn(all_cases()), name_of);

// The check itself must notice what it is for.
TEST(CheckedRun, SeesAWrongReferenceAndAnUnwrittenElement) {
  if (devices().empty()) {
    GTEST_SKIP() << "no OpenCL device";
  }
  device::Session session(devices().front());
  const Sizes sizes = {{"n", 16}};
  const Variant right = variant(family("matmul"), "naive");
  ASSERT_EQ(checked_run(session, right, sizes, 1), "");

  Variant wrong = right;
  wrong.reference = [&](const Sizes& s, const Arrays& in) {
    Arrays out = right.reference(s, in);
    out.at("c")[37] += 0.01;
    return out;
  };
  EXPECT_THAT(checked_run(session, wrong, sizes, 1), HasSubstr("c[37] is"));

  Variant partial = right;
  partial.global = {"n", "n - 8"};
  partial.local = {"8", "8"};
  EXPECT_THAT(checked_run(session, partial, sizes, 1), HasSubstr("c[128] is -nan"));

  Variant beyond = right;
  beyond.global = {"n", "n + 8"};
  beyond.local = {"8", "8"};
  EXPECT_THAT(checked_run(session, beyond, sizes, 1), HasSubstr("past its end"));
}

// Run by hand or by oclgrind.sh only: Oclgrind must report the race and the overrun of this kernel.
TEST(Planted, DISABLED_RaceAndOverrun) {
  if (devices().empty()) {
    GTEST_SKIP() << "no OpenCL device";
  }
  device::Session session(devices().front());
  device::Kernel kernel = session.kernel(
      "__kernel void planted(__global int *a) {\n"
      "  __local int t[8];\n"
      "  t[get_local_id(0)] = get_global_id(0);\n"
      "  a[get_global_id(0) + 1] = t[7 - get_local_id(0)];\n"
      "}\n",
      "", "planted");
  const device::Buffer buffer = session.buffer(8 * sizeof(int));
  kernel.set_buffer(0, buffer);
  session.run(kernel, 1, {8, 1, 1}, {8, 1, 1});
}

}  // namespace
}  // namespace clgauge::kernels
