// Which of a source's kernels is meant, and what is said where none is.
#include "collector/frontend/kernel_choice.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/error.h"

namespace clgauge::collector {
namespace {

std::string refusal(const std::vector<std::string>& kernels, const std::string& name,
                    const std::string& left_out = {}) {
  try {
    return "it is " + chosen_kernel(kernels, name, "a.cl", left_out);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    return error.what();
  }
}

TEST(KernelChoice, TheOnlyOneNeedsNoName) {
  EXPECT_EQ(refusal({"f"}, ""), "it is f");
  EXPECT_EQ(refusal({"f", "g"}, "g"), "it is g");
}

TEST(KernelChoice, OthersAreNamed) {
  EXPECT_EQ(refusal({"f", "g"}, ""), "a.cl holds several kernels: name one with --kernel: f, g");
  EXPECT_EQ(refusal({"f", "g"}, "h"), "no kernel 'h' in a.cl: it holds f, g");
}

TEST(KernelChoice, WhereThereIsNoneItIsSaidWhatLeavesOneOut) {
  EXPECT_EQ(refusal({}, "f"), "a.cl holds no kernel");
  EXPECT_EQ(refusal({}, "", "#ifdef cl_intel_subgroups"),
            "a.cl holds no kernel: #ifdef cl_intel_subgroups leaves one out; give what it asks for "
            "with --build-options=-D.. if the device's compiler defines it");
}

}  // namespace
}  // namespace clgauge::collector
