// Which function of mathematics a symbol means, by the names of each runtime.
#include "lens/evaluate/function_names.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace clgauge::lens {
namespace {

TEST(FunctionCall, IsOfTheCLibraryByItsNameAlone) {
  for (const char* name : {"sin", "sinf", "tanh", "copysignf", "nextafter", "ilogbf", "nan"}) {
    EXPECT_TRUE(is_of_c_library(name)) << name;
  }
  for (const char* name : {"div", "acospi", "rootn", "sincosreg", "f", "", "memcpy", "sinff"}) {
    EXPECT_FALSE(is_of_c_library(name)) << name;
  }
  EXPECT_FALSE(function_called("nan")) << "whose values nobody here knows";
}

// "stem type lanes", as the name of a function of mathematics says.
std::string function_of(std::string_view symbol) {
  const auto call = function_called(symbol);
  return call ? std::string(call->stem) + (call->is_float ? " float " : " double ") +
                    std::to_string(call->lanes)
              : "unknown";
}

TEST(FunctionCall, IsToldByTheNamesOfEachRuntime) {
  EXPECT_EQ(function_of("__ocl_svml_z0_sinf16"), "sin float 16");
  EXPECT_EQ(function_of("__ocl_svml_z0_log16"), "log double 16");
  EXPECT_EQ(function_of("__ocl_svml_l9_exp2f8_native"), "exp2 float 8");
  EXPECT_EQ(function_of("__ocl_svml_z0_exp22"), "exp2 double 2");
  EXPECT_EQ(function_of("__ocl_svml_z0_exp2"), "exp double 2");
  EXPECT_EQ(function_of("__ocl_svml_z0_atan216"), "atan2 double 16");
  EXPECT_EQ(function_of("__ocl_svml_z0_log1p1"), "log1p double 1");
  EXPECT_EQ(function_of("__ocl_svml_z0_erff4"), "erf float 4");
  EXPECT_EQ(function_of("Sleef_sin_u10"), "sin double 1");
  EXPECT_EQ(function_of("Sleef_log2f_u10"), "log2 float 1");
  EXPECT_EQ(function_of("Sleef_expd4_u10"), "exp double 4");
  EXPECT_EQ(function_of("_Z10_cl_sincosDv4_fPU9CLprivateS_"), "sincos float 4");
  EXPECT_EQ(function_of("_Z14_cl_native_sinf"), "sin float 1");
  EXPECT_EQ(function_of("hypotf"), "hypot float 1");
  // Registers that are not known, two results of Sleef's, arguments that may have been left out,
  // integers, names that nobody knows.
  for (const char* other :
       {"_Z7_cl_expDv16_f", "Sleef_sincosf8_u10", "_Z7_cl_powff", "__ocl_svml_z0_idiv16",
        "__ocl_svml_z0_", "_Z99_cl_exp", "_Z7_cl_absi", "k", "", "Sleef_", "_Z7_cl_expDv4"}) {
    EXPECT_EQ(function_of(other), "unknown") << other;
  }
}

}  // namespace
}  // namespace clgauge::lens
