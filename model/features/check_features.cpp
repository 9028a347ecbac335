#include "model/features/check_features.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "collector/kernel/counted_names.h"
#include "model/expression/lexer.h"
#include "model/features/pattern.h"
#include "model/terms/term.h"

namespace clgauge::model {

namespace {

// How many letters must be put in, left out or changed to make one word of the other.
std::size_t changes_between(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);  // from the first i letters of a to the first j of b
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({changed, diagonal + 1, row[j] + 1});
    }
  }
  return row.back();
}

// "; the nearest is 'madd'", where one is near enough to have been meant.
std::string nearest(std::string_view word, std::span<const std::string_view> names) {
  const auto found =
      std::min_element(names.begin(), names.end(), [&](std::string_view a, std::string_view b) {
        return changes_between(word, a) < changes_between(word, b);
      });
  return changes_between(word, *found) <= 1 + word.size() / 4
             ? fmt::format("; the nearest is '{}'", *found)
             : "";
}

std::string wrong_operation(std::string_view op) {
  const auto* const other =
      std::find_if(collector::kCountedAs.begin(), collector::kCountedAs.end(),
                   [&](const collector::CountedAs& each) { return each.builtin == op; });
  return fmt::format("expected an operation such as add or a builtin such as exp, found '{}'{}", op,
                     other != collector::kCountedAs.end()
                         ? fmt::format(", which counts as '{}'", other->name)
                         : nearest(op, collector::kOperations));
}

// Of a name that begins like none of a kernel's: nothing where it is a term's.
std::optional<std::string> wrong_name(std::string_view name) {
  std::vector<std::string_view> names = quantity_names();
  for (const Term* term : builtin_terms()) {
    names.insert(names.end(), term->features().begin(), term->features().end());
  }
  if (std::find(names.begin(), names.end(), name) != names.end()) {
    return std::nullopt;
  }
  return "expected f_op_*, f_mem_access_*, f_sync_*, f_thread_groups, f_flops*, f_bytes_* or a "
         "term's (docs/models.md)" +
         nearest(name, names);
}

std::optional<std::string> problem_of(const std::string& name) {
  std::optional<FeaturePattern> pattern;
  try {
    pattern = parse_feature(name);
  } catch (const Error& error) {
    return error.what();
  }
  std::optional<std::string> problem;
  if (!pattern) {
    problem = wrong_name(name);
  } else if (const auto* operation = std::get_if<OperationPattern>(&*pattern)) {
    if (!operation->op.empty() && operation->op != kIndexOperations &&
        !collector::is_operation(operation->op)) {
      problem = wrong_operation(operation->op);
    }
  } else if (const auto* sync = std::get_if<SyncPattern>(&*pattern)) {
    if (!collector::is_sync_kind(sync->kind)) {
      problem = fmt::format("expected kernel_launch, {} after 'f_sync_', found '{}'",
                            fmt::join(collector::kSyncKinds, ", "), sync->kind);
    }
  }
  return problem ? std::optional(fmt::format("feature '{}': {}", name, *problem)) : std::nullopt;
}

}  // namespace

void check_features(const Expression& expression) {
  const auto nodes = expression.nodes();
  for (std::size_t node = 0; node < nodes.size(); ++node) {
    if (nodes[node].op != Op::feature) {
      continue;
    }
    if (const auto problem = problem_of(expression.features()[nodes[node].first])) {
      fail_at(expression.text(), expression.place(node).offset, *problem);
    }
  }
}

}  // namespace clgauge::model
