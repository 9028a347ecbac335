#include "lens/launch/mathematics.h"

#include <fstream>
#include <iterator>

#include "base/error.h"
#include "lens/evaluate/evaluator.h"
#include "lens/object/runtime_library.h"

namespace clgauge::lens {
namespace {

constexpr EvaluationLimits kOfOneCall = {.most_instructions = 100'000, .stack_bytes = 1U << 20U};

std::shared_ptr<const ObjectImage> load_library(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  KernelObject object;
  object.kind = ObjectKind::x86_64_elf;
  object.bytes.assign(std::istreambuf_iterator<char>(in), {});
  try {
    return std::make_shared<const ObjectImage>(load_image(object));
  } catch (const Error&) {  // no library that the lens can lay out: its calls cost what others do
    return nullptr;
  }
}

}  // namespace

std::optional<GroupCost> Mathematics::walk(const Image& image, const std::string& symbol) const {
  const Convention& convention = mathematics_convention();
  const EvaluatedLaunch one_call;
  KernelEntry entry{&convention, convention.entry(*image, symbol, one_call)};
  if (entry.symbol.empty()) {
    return std::nullopt;
  }
  try {
    const auto lowered = lowered_code(image, symbol, cpus_.front());
    Evaluator evaluator(lowered, std::move(entry), one_call, kOfOneCall);
    const GroupTrace trace = evaluator.evaluate({0, 0, 0});
    if (!trace.runtime_calls.empty()) {
      return std::nullopt;
    }
    SequenceCosts costs(lowered->code, cpus_);
    return group_cost(costs, {{trace.block_counts.begin(), trace.block_counts.end()},
                              {trace.edge_counts.begin(), trace.edge_counts.end()},
                              {}});
  } catch (const Error&) {  // refused, or no code that LLVM knows
    return std::nullopt;
  }
}

const Mathematics::Image& Mathematics::library_of(const std::string& symbol) {
  const std::string file = runtime_library_of(symbol).value_or("");
  auto found = libraries_.find(file);
  if (found == libraries_.end()) {
    found = libraries_.emplace(file, file.empty() ? nullptr : load_library(file)).first;
  }
  return found->second;
}

const std::optional<GroupCost>& Mathematics::cost_of(const Image& image, const std::string& hash,
                                                     const std::string& symbol) {
  const ImageFunction* const own = image->function_named(symbol);
  const bool is_own = own != nullptr && !own->external;
  const std::pair key{is_own ? hash : std::string(), symbol};
  auto found = costs_.find(key);
  if (found == costs_.end()) {
    const Image& holder = is_own ? image : library_of(symbol);
    found = costs_.emplace(key, holder ? walk(holder, symbol) : std::nullopt).first;
  }
  return found->second;
}

}  // namespace clgauge::lens
