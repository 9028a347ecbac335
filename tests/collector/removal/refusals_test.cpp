// What cannot be stripped soundly is refused, by name and line.
#include <gmock/gmock.h>

#include "base/error.h"
#include "collector/removal/strip.h"
#include "strip_text.h"

namespace clgauge::collector {
namespace {

struct Refusal {
  const char* name;
  const char* text;
  const char* message;
};

void PrintTo(const Refusal& refusal, std::ostream* out) { *out << refusal.name; }

class Refusals : public testing::TestWithParam<Refusal> {};

TEST_P(Refusals, NameTheCause) {
  try {
    const StrippedKernel stripped = strip_text(GetParam().text);
    FAIL() << stripped.text;
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::unsupported) << error.what() << error.detail();
    EXPECT_THAT(error.what(), testing::HasSubstr(GetParam().message));
  }
}

const Refusal kRefusals[] = {
    {"WrittenArrayDecides",
     "kernel void k(global int *a, global int *b) {\n int i = get_global_id(0);\n"
     " a[i] = 3;\n if (a[i + 1] > 2) b[i] = b[i + 1];\n}",
     "line 4: a branch or an address depends on values of 'a', which the kernel itself writes"},
    {"LocalMemoryDecides",
     "kernel void k(global int *a, local int *t) {\n int l = get_local_id(0);\n"
     " t[l] = a[l];\n barrier(CLK_LOCAL_MEM_FENCE);\n a[0] = a[t[l]];\n}",
     "line 5: a branch or an address depends on values in local memory ('t')"},
    {"AtomicDecides",
     "kernel void k(global int *next, global float *a) {\n"
     " int i = atomic_inc(next);\n a[0] = a[i];\n}",
     "line 2: a branch or an address depends on a value that is written to 'next'"},
    {"PointerFromInteger",
     "kernel void k(ulong at, global float *b) { b[0] = *(global float *)at; }",
     "a pointer made from an integer"},
    {"Goto",
     "kernel void k(global float *a) { int i = 0; again: a[i] += 1; if (++i < 3) goto again; }",
     "goto"},
};
INSTANTIATE_TEST_SUITE_P(Named, Refusals, testing::ValuesIn(kRefusals),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(RefusedMix, ALoadInTheSizeOfACopyWhoseTwoSidesStay) {
  StripOptions options;
  options.keep_stores = true;
  options.keep_local_memory = true;
  try {
    (void)strip_text(
        "kernel void k(global float *a, global int *n, local float *t) {\n"
        " event_t e = async_work_group_copy(a, t, n[0], 0);\n wait_group_events(1, &e);\n}",
        options);
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("line 2: the size of an asynchronous copy"));
  }
}

TEST(RefusedMix, APointerOverKeptAndDroppedArrays) {
  StripOptions options;
  options.keep = {"a"};
  try {
    (void)strip_text(
        "kernel void k(global float *a, global float *b, int n) {\n"
        " global float *from = a, *to = b;\n"
        " for (int i = 0; i < n; ++i) { to[i] = from[i];\n"
        "  global float *t = from; from = to; to = t; }\n}",
        options);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::unsupported);
    EXPECT_THAT(error.what(), testing::HasSubstr("keep all or none of"));
  }
}

}  // namespace
}  // namespace clgauge::collector
