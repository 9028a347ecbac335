#include "collector/frontend/compile.h"

#include <gmock/gmock.h>
#include <llvm/IR/Module.h>

#include "base/error.h"
#include "collector/frontend/parameters.h"
#include "collector/frontend/prepare.h"

namespace clgauge::collector {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

Source source(const std::string& text, const std::string& options = {}) {
  Source result;
  result.text = text;
  result.name = "k.cl";
  result.options = options;
  return result;
}

Error failure(const Source& input) {
  try {
    const CompiledSource compiled = compile(input);
  } catch (const Error& error) {
    return error;
  }
  ADD_FAILURE() << "compiled: " << input.text;
  return {ErrorKind::internal, "none"};
}

TEST(Compile, ListsKernelsInOrder) {
  const CompiledSource compiled =
      compile(source("kernel void b(global int*x){}\nvoid f(){}\nkernel void a(global int*x){}"));
  EXPECT_THAT(compiled.kernel_names(), ElementsAre("b", "a"));
}

TEST(Compile, ReportsLineAndCaret) {
  const Error error = failure(source("kernel void k(global int *a) {\n  a[0] = b;\n}\n"));
  EXPECT_EQ(error.kind(), ErrorKind::input);
  EXPECT_THAT(error.what(),
              HasSubstr("k.cl does not compile: 2:10: error: use of undeclared identifier 'b': "));
  EXPECT_THAT(error.detail(), HasSubstr("k.cl:2:10: error"));
  EXPECT_THAT(error.detail(), HasSubstr("^"));
}

TEST(Compile, AppliesMacrosAndTheLanguageVersion) {
  EXPECT_NO_THROW((void)compile(source("kernel void k(global T *a) { a[0] = 1; }", "-DT=float")));
  const std::string generic = "kernel void k(global int *a) { int *p = a; *p = 1; }";
  EXPECT_THAT(failure(source(generic)).detail(), HasSubstr("address space"));
  EXPECT_NO_THROW((void)compile(source(generic, "-cl-std=CL2.0")));
}

// OpenCL 3.0 API, 5.8.6: whatever a driver takes of them, the collector takes.
TEST(Compile, TakesEveryStandardOption) {
  const std::string text = "kernel void k(global float *a) { a[0] = 1.5f / a[1]; }";
  for (const char* option : {"-cl-single-precision-constant",
                             "-cl-denorms-are-zero",
                             "-cl-fp32-correctly-rounded-divide-sqrt",
                             "-cl-opt-disable",
                             "-cl-strict-aliasing",
                             "-cl-mad-enable",
                             "-cl-no-signed-zeros",
                             "-cl-unsafe-math-optimizations",
                             "-cl-finite-math-only",
                             "-cl-fast-relaxed-math",
                             "-cl-uniform-work-group-size",
                             "-cl-no-subgroup-ifp",
                             "-cl-kernel-arg-info",
                             "-w",
                             "-Werror",
                             "-g",
                             "-cl-std=CL1.0",
                             "-cl-std=CL1.1",
                             "-cl-std=CL1.2",
                             "-cl-std=CL2.0",
                             "-cl-std=CL3.0",
                             "-DX",
                             "-D X=1",
                             "-DX -UX"}) {
    EXPECT_NO_THROW((void)compile(source(text, option))) << option;
    EXPECT_NO_THROW((void)compile(source(text, std::string("-cl-std=CL3.0 ") + option))) << option;
  }
}

// As devices compile it; OpenCL reserves the type for 128 bits.
TEST(Compile, TakesALongLongFor64Bits) {
  EXPECT_NO_THROW(
      (void)compile(source("typedef unsigned long long word;\n"
                           "typedef char is_of_eight_bytes[sizeof(long long) == 8 ? 1 : -1];\n"
                           "kernel void k(global uint2 *a, word b) { a[0] = as_uint2(b); }")));
}

TEST(Compile, DefinesTheDevicesVersionAsDriversDo) {
  EXPECT_NO_THROW(
      (void)compile(source("#ifndef __OPENCL_VERSION__\n#include \"none.h\"\n#endif\n"
                           "kernel void k(global int *a) { a[0] = 1; }")));
}

TEST(Compile, NestsBracketsAsDeepAsDriversDo) {
  const auto nested = [](std::size_t depth) {
    return source("kernel void k(global int *a) { a[0] = " + std::string(depth, '(') + "1" +
                  std::string(depth, ')') + "; }");
  };
  EXPECT_NO_THROW((void)compile(nested(250)));
  EXPECT_THAT(failure(nested(5000)).what(), HasSubstr("bracket"));
}

TEST(Compile, AnnouncesAVendorsExtensionsOnlyToWhatNeedsThem) {
  EXPECT_NO_THROW(
      (void)compile(source("#ifdef cl_intel_subgroups\n"
                           "atomic_int of_opencl_2;\n"
                           "#endif\n"
                           "kernel void k(global int *a) { a[0] = 1; }")));
  const std::string dot = "a[0] = arm_dot((uchar4)(1), (uchar4)(2));\n";
  EXPECT_NO_THROW((void)compile(source("kernel void k(global uint *a) { " + dot + "}")));
  EXPECT_THAT(failure(source("kernel void k(global uint *a) {\n" + dot + "a[1] = b;\n}")).what(),
              HasSubstr("3:8: error: use of undeclared identifier 'b'"));
}

TEST(Compile, AnnouncesAVendorsExtensionsWhereTheKernelsStandBehindThem) {
  const auto behind = [](const std::string& extension, const std::string& value) {
    return source("#if defined(" + extension +
                  ")\nkernel void k(global uint *a) {\na[0] = " + value + ";\n}\n#endif\n");
  };
  const std::string dot = "arm_dot((uchar4)(1), (uchar4)(2))";
  EXPECT_THAT(compile(behind("cl_arm_integer_dot_product_int8", dot)).kernel_names(),
              ElementsAre("k"));
  EXPECT_THAT(
      failure(behind("cl_intel_subgroups", "intel_sub_group_shuffle(a[1], 2u)")).what(),
      HasSubstr("k.cl holds no kernel but behind '#if defined(cl_intel_subgroups)' in line "
                "1, and with that vendor's extensions it does not compile here: 3:8: error: "
                "use of undeclared identifier 'intel_sub_group_shuffle': take a variant"));
}

TEST(Compile, SaysWhichConditionLeavesTheKernelsOut) {
  EXPECT_EQ(compile(source("int f();\n")).left_out(), "");
  EXPECT_EQ(compile(source("#ifdef A\nint kernels;\n#endif\n")).left_out(), "");
  EXPECT_EQ(compile(source("int f();\n#if defined(A) \n__kernel void k() {}\n#endif\n")).left_out(),
            "'#if defined(A)' in line 2");
}

TEST(Compile, SurvivesGarbage) {
  (void)failure(source(std::string("\0\xff\xfe kernel", 10)));
  (void)failure(source("kernel void k(" + std::string(20000, '(')));
  (void)failure(source("#include \"k.cl\"\n"));
  (void)failure(source("#define A A A\nkernel void k() { A }"));
  (void)failure(source("l;out[base+l;out[base++"));
  (void)failure(source("u;v;a[u=v;a[v"));
  (void)failure(source("kernel void k() { barrier\xd8\xbc\xff(1); }\nkernel void l() { x = 1; }"));
}

TEST(Compile, StopsAtTheFirstError) {
  const Error error = failure(source("kernel void k(global int *a) {\n  a[0] = b;\n  a[1] = c;\n"));
  EXPECT_THAT(error.detail(), HasSubstr("identifier 'b'"));
  EXPECT_THAT(error.detail(), Not(HasSubstr("identifier 'c'")));
  EXPECT_THAT(error.detail(), Not(HasSubstr("expected '}'")));
}

TEST(Prepare, NamesTheKernelsThereAre) {
  const std::string text = "kernel void a(){} kernel void b(){}";
  for (const char* name : {"", "c"}) {
    try {
      const PreparedKernel kernel(compile(source(text)), name);
      FAIL() << name;
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), HasSubstr("a, b"));
    }
  }
}

TEST(Prepare, RefusesRecursionAndMissingBodies) {
  const auto prepare = [](const char* text) { PreparedKernel(compile(source(text)), ""); };
  EXPECT_THROW(prepare("int f(int n) { return n ? f(n - 1) : 0; }\n"
                       "kernel void k(global int *a) { a[0] = f(a[1]); }"),
               Error);
  EXPECT_THROW(prepare("int g(int n);\nkernel void k(global int *a) { a[0] = g(1); }"), Error);
  EXPECT_THROW(prepare("kernel void k(global int *a) { __asm__(\"nop\"); }"), Error);
}

TEST(Parameters, DescribesEveryKind) {
  const PreparedKernel kernel(
      compile(source("typedef struct { int n; float w[3]; } P;\n"
                     "kernel void k(global float4 *restrict out, constant double *c, local int *t,"
                     " uint n, P p, read_only image2d_t im, sampler_t s, global const uchar3 *u, "
                     "global P *q) {"
                     "  out[n] = (float4)(c[0]); t[0] = p.n; q[n].n = 0; }")),
      "");
  const std::vector<Parameter> parameters = parameters_of(kernel.function());
  ASSERT_EQ(parameters.size(), 9U);
  const auto expect = [&](std::size_t i, const char* name, const char* kind, const char* dtype,
                          int lanes, int bytes, bool writes) {
    EXPECT_EQ(parameters[i].name, name);
    EXPECT_EQ(parameters[i].kind, kind) << name;
    EXPECT_EQ(parameters[i].dtype, dtype) << name;
    EXPECT_EQ(parameters[i].lanes, lanes) << name;
    EXPECT_EQ(parameters[i].bytes, bytes) << name;
    EXPECT_EQ(parameters[i].writes, writes) << name;
  };
  expect(0, "out", "global", "float32", 4, 16, true);
  expect(1, "c", "constant", "float64", 1, 8, false);
  expect(2, "t", "local", "int32", 1, 4, true);
  expect(3, "n", "scalar", "int32", 1, 4, false);
  expect(4, "p", "scalar", "struct", 1, 16, false);
  EXPECT_EQ(parameters[5].kind, "image");
  EXPECT_EQ(parameters[6].kind, "sampler");
  expect(7, "u", "global", "int8", 3, 4, false);
  expect(8, "q", "global", "struct", 1, 16, true);
  const std::vector<Member> members = {{"int32", 0, 1}, {"float32", 4, 3}};
  EXPECT_EQ(parameters[4].members, members);
  EXPECT_EQ(parameters[8].members, members);
  EXPECT_TRUE(parameters[0].members.empty());
}

TEST(Parameters, TellTheMembersOfStructuresInStructures) {
  const PreparedKernel kernel(
      compile(source("typedef struct { char tag; double2 at; } Inner;\n"
                     "typedef struct { short id; Inner in[2]; float weight; } Outer;\n"
                     "kernel void k(global float *out, Outer one) { out[0] = one.weight; }")),
      "");
  const std::vector<Parameter> parameters = parameters_of(kernel.function());
  const std::vector<Member> members = {{"int16", 0, 1}, {"int8", 16, 1},    {"float64", 32, 2},
                                       {"int8", 48, 1}, {"float64", 64, 2}, {"float32", 80, 1}};
  EXPECT_EQ(parameters.at(1).members, members);
  EXPECT_EQ(parameters.at(1).bytes, 96);
}

}  // namespace
}  // namespace clgauge::collector
