#include "source_text.h"

#include <cstdio>
#include <cstdlib>

#include "base/error.h"
#include "collector/collect.h"
#include "collector/frontend/compile.h"
#include "collector/removal/strip.h"

namespace clgauge::fuzz {
namespace {

template <typename Work>
void expect_answer_or_error(const Work& work) {
  try {
    work();
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::internal) return;
    std::fprintf(stderr, "internal error: %s\n%s\n", error.what(), error.detail().c_str());
    std::abort();
  }
}

void expect_stripped_compiles(const collector::Source& source,
                              const collector::StripOptions& options) {
  collector::StrippedKernel stripped;
  bool done = false;
  expect_answer_or_error([&] {
    stripped = collector::strip(source, "", options);
    done = true;
  });
  if (!done) return;
  collector::Source result;
  result.text = stripped.text;
  try {
    (void)collector::compile(result);
  } catch (const Error& error) {
    std::fprintf(stderr, "does not compile: %s\n%s\n", error.detail().c_str(),
                 stripped.text.c_str());
    std::abort();
  }
}

}  // namespace

void source_text(const std::string& text) {
  collector::Source source;
  source.text = text;
  collector::LaunchDescription launch;
  launch.global = {"64"};
  launch.local = {"8"};
  expect_answer_or_error([&] { (void)collector::collect(source, "", launch); });
  expect_stripped_compiles(source, {});
  collector::StripOptions stores;
  stores.keep_stores = true;
  stores.keep_local_memory = true;
  expect_stripped_compiles(source, stores);
  collector::StripOptions arithmetic;
  arithmetic.arithmetic_only = true;
  expect_stripped_compiles(source, arithmetic);
}

}  // namespace clgauge::fuzz
