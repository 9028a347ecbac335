#include "source_text.h"

#include <llvm/IR/Function.h>

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <regex>
#include <utility>
#include <vector>

#include "base/error.h"
#include "collector/analysis/analyse.h"
#include "collector/argument_numbers.h"
#include "collector/frontend/compile.h"
#include "collector/frontend/prepare.h"
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

// Small limits: what takes long finds no more crashes than what does not.
constexpr collector::AnalysisLimits kBrief{4'000, 20'000, 4'000};

// The name of one kernel of a text that may hold several or be no program at all.
std::string some_kernel(const std::string& text) {
  static const std::regex kHead(R"(\bkernel\b[^{};]*?\bvoid\s+(\w+))");
  std::vector<std::string> names;
  for (std::sregex_iterator found(text.begin(), text.end(), kHead), end; found != end; ++found) {
    names.push_back((*found)[1].str());
  }
  return names.empty() ? "" : names[std::hash<std::string>()(text) / 3 % names.size()];
}

// A third of the texts each way: strip() compiles its result several times itself, as a proof.
collector::StripOptions options_for(const std::string& text) {
  collector::StripOptions options;
  switch (std::hash<std::string>()(text) % 3) {
    case 0:
      break;
    case 1:
      options.keep_stores = true;
      options.keep_local_memory = true;
      break;
    default:
      options.arithmetic_only = true;
      break;
  }
  return options;
}

}  // namespace

void source_text(const std::string& text) {
  collector::Source source;
  source.text = text;
  const std::string kernel = some_kernel(text);
  collector::LaunchDescription launch;
  launch.global = {"64"};
  launch.local = {"8"};
  bool compiles = false;
  expect_answer_or_error([&] {
    collector::CompiledSource compiled = collector::compile(source);
    compiles = true;
    collector::PreparedKernel prepared(std::move(compiled), kernel);
    if (std::hash<std::string>()(text) / 5 % 2 == 0) {
      collector::Bindings values;
      for (const llvm::Argument& argument : prepared.function().args()) {
        values[argument.getName().str()] = 3;
      }
      collector::fix_argument_numbers(prepared, values);
    }
    (void)collector::analyse(prepared, launch, kBrief);
  });
  if (!compiles) return;
  expect_answer_or_error([&] { (void)collector::strip(source, kernel, options_for(text)); });
}

}  // namespace clgauge::fuzz
