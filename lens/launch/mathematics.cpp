#include "lens/launch/mathematics.h"

#include <fstream>
#include <iterator>

#include "base/error.h"
#include "lens/evaluate/evaluator.h"
#include "lens/object/runtime_library.h"

namespace clgauge::lens {
namespace {

constexpr EvaluationLimits kOfOneCall = {
    .most_instructions = 100'000, .most_accesses = 100'000, .stack_bytes = 1U << 20U};

std::shared_ptr<const ObjectImage> load_library(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  const std::string elf(std::istreambuf_iterator<char>(in), {});
  try {
    return std::make_shared<const ObjectImage>(load_image(elf));
  } catch (const Error&) {  // no library that the lens can lay out: its calls cost what others do
    return nullptr;
  }
}

}  // namespace

std::vector<std::uint32_t> straight_path(const MachineCode& code, const GroupTrace& trace) {
  std::vector<std::uint32_t> path;
  std::vector<std::uint32_t> returns;  // where calls that are under way will go on
  std::vector<bool> has_run(code.blocks.size(), false);
  std::uint64_t instructions = 0;
  std::optional<std::uint32_t> at = code.functions.front().first_block;
  while (at) {
    const BasicBlock& block = code.blocks[*at];
    if (trace.block_counts[*at] != 1 || has_run[*at]) {
      return {};
    }
    has_run[*at] = true;
    path.push_back(*at);
    instructions += block.instruction_count;
    at.reset();
    for (std::uint32_t s = 0; s < block.successors.size(); ++s) {
      if (trace.edge_counts[block.first_edge + s] > 0) {
        at = block.successors[s];
      }
    }
    if (block.callee && at) {
      returns.push_back(*at);
      at = code.functions[*block.callee].first_block;
    } else if (!at && !returns.empty()) {
      at = returns.back();
      returns.pop_back();
    }
  }
  return instructions == trace.instructions ? path : std::vector<std::uint32_t>{};
}

std::optional<WalkedFunction> Mathematics::walk(const Image& image,
                                                const std::string& symbol) const {
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
    WalkedFunction walked{.code = lowered->code, .path = straight_path(lowered->code, trace)};
    const std::vector<double> passes(trace.block_counts.begin(), trace.block_counts.end());
    if (walked.path.empty()) {
      SequenceCosts costs(lowered->code, cpus_);
      walked.cost =
          group_cost(costs, {passes, {trace.edge_counts.begin(), trace.edge_counts.end()}, {}, {}});
    }
    for (const WideWork& of_block : wide_work(walked.code, passes)) {
      walked.wide.add(of_block, 1);
    }
    return walked;
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

const Mathematics::Image& Mathematics::holder_of(const Image& image, const std::string& symbol) {
  const ImageFunction* const own = image->function_named(symbol);
  return own != nullptr && !own->external ? image : library_of(symbol);
}

const std::optional<WalkedFunction>& Mathematics::walked(const Image& image,
                                                         const std::string& hash,
                                                         const std::string& symbol) {
  const Image& holder = holder_of(image, symbol);
  const std::pair key{holder == image ? hash : std::string(), symbol};
  auto found = functions_.find(key);
  if (found == functions_.end()) {
    found = functions_.emplace(key, holder ? walk(holder, symbol) : std::nullopt).first;
  }
  return found->second;
}

double Mathematics::Ways::cycles_of(const GroupTrace& trace) {
  const auto [found, is_new] = cycles.try_emplace(trace.block_counts, 0.0);
  if (is_new) {
    found->second = group_cost(costs, {{trace.block_counts.begin(), trace.block_counts.end()},
                                       {trace.edge_counts.begin(), trace.edge_counts.end()},
                                       {},
                                       {}})
                        .cycles;
  }
  return found->second;
}

Mathematics::Ways& Mathematics::ways_of(const Image& image, const std::string& hash,
                                        const std::string& symbol) {
  const std::pair key{hash, symbol};
  auto found = ways_.find(key);
  if (found == ways_.end()) {
    auto lowered = lowered_code(holder_of(image, symbol), symbol, cpus_.front());
    SequenceCosts costs(lowered->code, cpus_);
    found = ways_.emplace(key, Ways{std::move(lowered), std::move(costs), {}}).first;
  }
  return found->second;
}

CallCost Mathematics::cost_of_calls(const Image& image, const std::string& hash,
                                    const std::string& symbol,
                                    const std::vector<KeptCalls::Registers>& calls,
                                    bool flushes_denormals) {
  CallCost sum;
  if (calls.empty() || !walked(image, hash, symbol)) {
    return sum;
  }
  Ways& ways = ways_of(image, hash, symbol);
  const Convention& convention = mathematics_convention();
  EvaluatedLaunch launch;
  launch.global[0] = calls.size() + 1;  // the last one with ordinary arguments
  launch.flushes_denormals = flushes_denormals;
  for (const KeptCalls::Registers& registers : calls) {
    for (const auto& bytes : registers) {
      launch.arguments.emplace_back().value.assign(bytes.begin(), bytes.end());
    }
  }
  Evaluator evaluator(ways.lowered, {&convention, symbol}, launch, kOfOneCall);
  const GroupTrace usual = evaluator.evaluate({calls.size(), 0, 0});
  double walks = 0;
  for (std::uint64_t call = 0; call < calls.size(); ++call) {
    try {
      const GroupTrace trace = evaluator.evaluate({call, 0, 0});
      for (const auto& [instruction, assists] : trace.denormals.assists) {
        sum.assists += assists;
      }
      if (trace.block_counts != usual.block_counts) {
        sum.cycles += ways.cycles_of(trace) - ways.cycles_of(usual);
      }
      ++walks;
    } catch (const Error&) {  // refused: the others stand for it
    }
  }
  return walks == 0 ? CallCost{} : CallCost{sum.assists / walks, sum.cycles / walks};
}

}  // namespace clgauge::lens
