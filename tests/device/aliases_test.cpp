#include "device/aliases.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "device/processor.h"

namespace clgauge::device {
namespace {

struct Row {
  const char* driver_name;
  const char* canonical;
};

class Aliases : public testing::TestWithParam<Row> {};

TEST_P(Aliases, NameTheHardware) {
  EXPECT_EQ(canonical_name(GetParam().driver_name), GetParam().canonical);
}

INSTANTIATE_TEST_SUITE_P(
    Known, Aliases,
    testing::Values(Row{"pthread-haswell-AMD EPYC", "AMD EPYC"}, Row{"AMD EPYC", "AMD EPYC"},
                    Row{"cpu-haswell-AMD EPYC", "AMD EPYC"},
                    Row{"cpu-znver3-AMD EPYC 7763 64-Core Processor", "AMD EPYC 7763"},
                    Row{"pthread-AMD EPYC 7763 64-Core Processor", "AMD EPYC 7763"},
                    Row{"pthread-skylake-avx512-Intel(R) Xeon(R) Gold 6140 CPU @ 2.30GHz",
                        "Intel Xeon Gold 6140"},
                    Row{"Intel(R) Xeon(R) Gold 6140 CPU @ 2.30GHz", "Intel Xeon Gold 6140"},
                    Row{"Intel(R) Xeon(R) Processor", "Intel Xeon Processor"},
                    Row{"pthread-skylake-avx512-Intel(R) Xeon(R) Processor",
                        "Intel Xeon Processor"},
                    Row{"cpu-sapphirerapids-Intel(R) Xeon(R) CPU @ 2.70GHz", "Intel Xeon"},
                    Row{"Tesla V100-SXM2-16GB", "NVIDIA Tesla V100-SXM2-16GB"},
                    Row{"NVIDIA Tesla V100-SXM2-16GB", "NVIDIA Tesla V100-SXM2-16GB"},
                    Row{"GeForce GTX TITAN X", "NVIDIA GeForce GTX TITAN X"},
                    Row{"NVIDIA H200", "NVIDIA H200"},
                    Row{"NVIDIA A100-PCI-E-40GB", "NVIDIA A100-PCIe-40GB"},
                    Row{"CUDA-sm_90-NVIDIA H200", "NVIDIA H200"}, Row{"gfx90a", "gfx90a"}));

TEST(Aliases, AreStable) {
  for (const char* name : {"pthread-haswell-AMD EPYC", "Tesla P100", "x", ""}) {
    EXPECT_EQ(canonical_name(canonical_name(name)), canonical_name(name));
  }
}

// Zen 3 and Zen 4 behind one name: a calibration of one must not answer for the other.
TEST(Processor, GenerationsOfOneNameAreToldApart) {
  EXPECT_EQ(with_generation("AMD EPYC", "25", "17"), "AMD EPYC (family 25, model 17)");
  EXPECT_NE(with_generation("AMD EPYC", "25", "17"), with_generation("AMD EPYC", "25", "1"));
  EXPECT_EQ(with_generation("AMD EPYC 7763", "25", "1"), "AMD EPYC 7763");
  EXPECT_EQ(with_generation("AMD EPYC", "", ""), "AMD EPYC");
}

// Emerald Rapids and Skylake, by Intel's runtime and by PoCL, whose name for the processor has a
// number in front that says what LLVM compiles for; Firecracker's name has its clock.
TEST(Processor, GenerationsOfXeonsAreToldApartWhateverTheRuntime) {
  for (const char* name :
       {"Intel(R) Xeon(R) Processor", "pthread-skylake-avx512-Intel(R) Xeon(R) Processor"}) {
    EXPECT_EQ(with_generation(canonical_name(name), "6", "207"),
              "Intel Xeon Processor (family 6, model 207)");
  }
  EXPECT_EQ(with_generation(canonical_name("Intel(R) Xeon(R) Processor @ 2.50GHz"), "6", "85"),
            "Intel Xeon Processor @ 2.50GHz (family 6, model 85)");
}

TEST(Aliases, EveryRuleSaysWhy) {
  const auto table = nlohmann::json::parse(alias_table_text());
  ASSERT_FALSE(table.at("rules").empty());
  for (const auto& rule : table.at("rules")) {
    EXPECT_FALSE(rule.at("why").get<std::string>().empty()) << rule.dump();
  }
}

}  // namespace
}  // namespace clgauge::device
