// What a program without LLVM reads from JSON evaluates like what the collector made: a share of
// the corpus, or with CLGAUGE_TEST_ALL=1 all of it.
#include <gmock/gmock.h>

#include <set>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "collector/collect.h"
#include "collector/kernel/compiled.h"
#include "collector/kernel/launch_parser.h"
#include "tests/collector/removal/corpus.h"

namespace clgauge::collector {
namespace {

// The counts at one launch's sizes, each alone, as a breach of an assumption concerns only some.
std::vector<std::string> values_of(const KernelModel& model, const Bindings& bindings) {
  std::vector<std::string> values;
  for (const Formula& formula : count_formulas(model)) {
    try {
      const auto value = formula.evaluate(bindings);
      values.push_back(value ? std::to_string(*value) : "no value");
    } catch (const Error& error) {
      values.emplace_back(error.what());
    }
  }
  return values;
}

// What is no formula: those may come back simpler than they went.
nlohmann::json without_formulas(const nlohmann::json& json) {
  static const std::set<std::string> kFormulas = {
      "per_item",      "total",        "footprint", "extent_bytes", "first_byte", "local_strides",
      "group_strides", "loop_strides", "groups",    "global_size",  "local_size"};
  nlohmann::json rest = nlohmann::json::array();
  for (const auto& [name, member] : json.items()) {
    if (kFormulas.contains(name) || (name == "accesses" && member.is_string())) continue;
    rest.push_back({name, member.is_structured() ? without_formulas(member) : member});
  }
  return rest;
}

Bindings bindings_of(const CorpusLaunch& entry) {
  Bindings bindings = entry.concrete.arguments;
  for (const auto& [name, value] : argument_values(entry.launch)) bindings[name] = value;
  return bindings;
}

TEST(ModelJson, EvaluatesAlikeOverTheCorpus) {
  const std::vector<CorpusLaunch> launches = corpus(31, {4, {}});
  const std::vector<CorpusLaunch> other_sizes = corpus(35, {4, {}});  // the same share
  ASSERT_EQ(launches.size(), other_sizes.size());
  std::set<std::string> done;
  for (std::size_t i = 0; i < launches.size(); ++i) {
    const CorpusLaunch& entry = launches[i];
    if (!done.insert(entry.name() + entry.source.options).second) continue;
    SCOPED_TRACE(entry.name());
    const KernelModel model = collect(entry.source, entry.kernel, entry.launch);
    const std::string text = to_json(model).dump();
    KernelModel read;
    ASSERT_NO_THROW(read = kernel_model_from_json(nlohmann::json::parse(text))) << text;
    EXPECT_EQ(without_formulas(to_json(read)), without_formulas(to_json(model)));
    for (const CorpusLaunch* sizes : {&entry, &other_sizes[i]}) {
      const Bindings bindings = bindings_of(*sizes);
      EXPECT_EQ(values_of(read, bindings), values_of(model, bindings));
    }
  }
  EXPECT_GT(done.size(), launches.size() / 2);
}

}  // namespace
}  // namespace clgauge::collector
