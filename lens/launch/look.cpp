#include "lens/launch/look.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <utility>

#include "base/error.h"
#include "base/hash.h"
#include "lens/code/image.h"
#include "lens/evaluate/evaluator.h"
#include "lens/launch/chained_loads.h"
#include "lens/launch/denormal_survey.h"
#include "lens/launch/hot_loops.h"
#include "lens/launch/kept_memory.h"
#include "lens/launch/late_loads.h"
#include "lens/launch/look_at_ir.h"
#include "lens/launch/look_at_ptx.h"
#include "lens/launch/loop_features.h"
#include "lens/launch/loop_lines.h"
#include "lens/launch/mathematics.h"
#include "lens/launch/sample_launch.h"
#include "lens/object/kernel_object.h"
#include "lens/throughput/group_cost.h"
#include "lens/throughput/mispredictions.h"
#include "lens/throughput/mistaken_renaming.h"
#include "lens/throughput/traced_cost.h"
#include "lens/throughput/wide_arithmetic.h"
#include "lens/traffic/beside.h"
#include "lens/traffic/second_thread.h"

namespace clgauge::lens {
namespace {

// Of a second TLB whose sets the exclusive or of a page's lowest seven bits and the next seven
// chooses (second_tlb_folds). Of an Emerald Rapids' 2048 pages, rounds of 1984, 2064, 2128, 2256,
// 2560 walk for 0.1, 0.15, 0.2, 0.4, 0.95 of them: one of the oldest four of a set goes.
constexpr std::uint64_t kSetsOfFolded = 128;

// Of a group: most groups make fewer, and all of them is walked.
constexpr std::uint64_t kSkipsAfterAccesses = 4096;

// How far a simulated path (traced_cost.h) counts against the loops' rules where it says that they
// make a launch too long, in logarithms: of 618 launches on a Zen 4 these are told best so, those
// that it says take longer, chains that the rules lose, by what it says.
constexpr double kSaysShorter = 0.25;

// Of a group's cycles: loads that take less together keep it waiting for a few hundredths at most.
constexpr double kWorthSimulating = 0.1;

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// No answer is better than one that nothing can be predicted from.
void check_finite(const LensFeatures& features) {
  for (const auto& [name, count] : features) {
    if (!std::isfinite(count)) {
      throw Error(ErrorKind::internal, name + " of this launch came out as no finite number");
    }
  }
}

// Of one launch.
class EvaluatorOfGroups final : public GroupEvaluator {
 public:
  EvaluatorOfGroups(std::shared_ptr<const LoweredCode> code, const KernelEntry& entry,
                    const EvaluatedLaunch& launch, const EvaluationLimits& limits)
      : lowered_(std::move(code)),
        entry_(entry),
        launch_(launch),
        limits_(limits),
        evaluator_(lowered_, entry, launch, limits) {}

  GroupTrace evaluate(const GroupId& group, AccessSink& sink) override {
    return evaluator_.evaluate(group, &sink);
  }
  [[nodiscard]] GivenUp given_up() const override { return evaluator_.given_up(); }
  void give_up(const GivenUp& before) override { evaluator_.give_up(before); }
  [[nodiscard]] std::unique_ptr<GroupEvaluator> another() const override {
    return std::make_unique<EvaluatorOfGroups>(lowered_, entry_, launch_, limits_);
  }
  [[nodiscard]] const MachineCode& code() const { return evaluator_.code(); }
  [[nodiscard]] std::uint64_t memory_end() const { return evaluator_.memory_end(); }

 private:
  std::shared_ptr<const LoweredCode> lowered_;
  const KernelEntry& entry_;
  const EvaluatedLaunch& launch_;
  EvaluationLimits limits_;
  Evaluator evaluator_;
};

// What of an answer does not depend on the launch.
struct KernelCode {
  std::shared_ptr<const LoweredCode> lowered;
  SequenceCosts costs;
};

// Contents may send a few groups all over a launch one way by chance, and others another.
SamplingBudget budget_for(const EvaluatedLaunch& launch) {
  SamplingBudget budget;
  const bool has_contents = std::ranges::any_of(
      launch.arguments,
      [](const EvaluatedArgument& argument) { return !argument.content.empty(); });
  budget.least_alike = has_contents ? 8 : budget.least_alike;
  return budget;
}

// What a core takes in while it waits for memory: until it is out of entries or of registers.
double micro_ops_ahead(const GroupCost& cost, const MemoryWaits& memory) {
  const auto until = [&cost](double most, double results) {
    return results > 0 ? most * cost.micro_ops / results : std::numeric_limits<double>::infinity();
  };
  return std::min({memory.micro_ops, until(memory.integer_results, cost.results.integer),
                   until(memory.vector_results, cost.results.vector)});
}

// What a core takes in until it has no room for more results, loads or stores.
double micro_ops_of_rooms(const GroupCost& cost) {
  const double filled = std::ranges::max(cost.rooms);
  return filled > 0 ? cost.micro_ops / filled : std::numeric_limits<double>::infinity();
}

}  // namespace

struct Lens::Impl {
  Impl(std::vector<std::string> scheduling, const EvaluationLimits& of_a_group, unsigned threads)
      : cpus(std::move(scheduling)), limits(of_a_group), mathematics(cpus) {
    if (threads > 1) {
      second.emplace();
    }
  }

  std::vector<std::string> cpus;
  EvaluationLimits limits;
  Mathematics mathematics;
  std::map<std::string, std::shared_ptr<const ObjectImage>> images;   // by hash of the object
  std::map<std::pair<std::string, std::string>, KernelCode> codes;    // and entry function
  std::map<std::pair<std::string, std::string>, KnownPtx> known_ptx;  // and kernel
  std::optional<SecondThread> second;
  TraceStorage storage;

  const std::shared_ptr<const ObjectImage>& image_of(const std::string& hash,
                                                     const std::string& bytes) {
    auto found = images.find(hash);
    if (found == images.end()) {
      found =
          images.emplace(hash, std::make_shared<const ObjectImage>(load_image(x86_64_elf(bytes))))
              .first;
    }
    return found->second;
  }

  KernelCode& code_of(const std::shared_ptr<const ObjectImage>& image, const std::string& hash,
                      const std::string& entry) {
    const std::pair key{hash, entry};
    auto found = codes.find(key);
    if (found == codes.end()) {
      auto lowered = lowered_code(image, entry, cpus.front());
      SequenceCosts costs(lowered->code, cpus);
      found = codes.emplace(key, KernelCode{std::move(lowered), std::move(costs)}).first;
    }
    return found->second;
  }

  const KnownPtx& ptx_of(const LensRequest& request) {
    return known_ptx
        .try_emplace({hash_of({request.object}), request.kernel}, request.object, request.kernel)
        .first->second;
  }

  // By the rules for loops, and what is known beside them.
  struct CostAsRuled {
    GroupCost cost;
    GroupCost apart;  // of calls that are no part of it
    std::map<std::uint32_t, double> renaming_cycles;
  };

  // Calls whose code is there become a part of the code that makes them, or are costs apart where
  // that code does not run straight; the others stay.
  CostAsRuled cost_as_ruled(const std::shared_ptr<const ObjectImage>& image,
                            const std::string& hash, KernelCode& known, LaunchSample& sample) {
    CostAsRuled ruled;
    std::map<std::uint32_t, WideWork> wide_calls;  // by the last instruction of a block
    for (auto call = sample.runtime_calls.begin(); call != sample.runtime_calls.end();) {
      const std::optional<WalkedFunction>& one = mathematics.walked(image, hash, call->first);
      if (!one) {
        ++call;
        continue;
      }
      if (one->path.empty()) {
        ruled.apart.add(one->cost, call->second);
        sample.wide.push_back({{}, call->second * one->cost.cycles});
        sample.wide.back().work.add(one->wide, call->second);
      } else {
        for (const auto& [instruction, symbol] : sample.call_sites) {
          if (symbol == call->first) {
            known.costs.inline_call(instruction, symbol, one->code, one->path);
            wide_calls[instruction] = one->wide;
          }
        }
      }
      call = sample.runtime_calls.erase(call);
    }
    ruled.cost = group_cost(known.costs, sample.passes);
    const MachineCode& code = known.costs.code();
    std::vector<WideWork> wide = wide_work(code, sample.passes.blocks);
    for (std::size_t b = 0; b < wide.size(); ++b) {
      const BasicBlock& block = code.blocks[b];
      const auto call = wide_calls.find(block.first_instruction + block.instruction_count - 1);
      if (call != wide_calls.end()) {
        wide[b].add(call->second, sample.passes.blocks[b]);
      }
    }
    const std::vector<WidePart> parts = wide_parts(code, wide, ruled.cost.block_cycles);
    sample.wide.insert(sample.wide.end(), parts.begin(), parts.end());
    if (sample.path) {
      ruled.renaming_cycles =
          mistaken_renaming_cycles(code, known.costs.cpu(), *sample.path, sample.instructions);
    }
    return ruled;
  }

  // `part`: what the simulated path says, if there is one.
  static GroupCost cost_of(CostAsRuled ruled, const std::optional<double>& part,
                           const MachineCode& code) {
    GroupCost cost = std::move(ruled.cost);
    if (part) {
      cost.stretch(*part > 1 ? *part : std::pow(*part, kSaysShorter));
      cost.add_waits(code, ruled.renaming_cycles);
    }
    cost.add(ruled.apart, 1);
    return cost;
  }

  // Of calls of `symbol`, to each of the instructions that make them as much.
  static void add_assists(const std::string& symbol, double assists, const LaunchSample& sample,
                          DenormalCounts& counts) {
    const auto is_site = [&symbol](const auto& site) { return site.second == symbol; };
    const auto sites = std::ranges::count_if(sample.call_sites, is_site);
    for (const auto& site : sample.call_sites) {
      if (is_site(site)) {
        counts.assists[site.first] += assists / static_cast<double>(sites);
      }
    }
  }

  // Takes the assists of calls with known arguments to the instructions that make them; returns the
  // cycles of the longer ways that they take.
  double settle_known_calls(const std::shared_ptr<const ObjectImage>& image,
                            const std::string& hash, const LaunchSample& sample,
                            bool flushes_denormals, DenormalWork& work) {
    double cycles = 0;
    for (const auto* const kind : {&work.rare_calls, &work.ordinary_calls}) {
      for (const auto& [symbol, calls] : *kind) {
        const CallCost cost =
            mathematics.cost_of_calls(image, hash, symbol, calls.arguments, flushes_denormals);
        cycles += calls.count * cost.cycles;
        if (cost.assists > 0) {
          add_assists(symbol, calls.count * cost.assists, sample, work.counts);
        }
      }
    }
    work.rare_calls.clear();
    work.ordinary_calls.clear();
    return cycles;
  }

  // What the launch does with denormal numbers on the contents that its buffers are likely to hold;
  // nothing where it says of none.
  std::optional<DenormalWork> likely_denormals(const KernelCode& known, const KernelEntry& entry,
                                               const EvaluatedLaunch& launch,
                                               const LaunchSample& sample) const {
    EvaluatedLaunch likely = launch;
    bool is_more_known = false;
    for (EvaluatedArgument& argument : likely.arguments) {
      if (argument.content.empty() && !argument.likely_content.empty()) {
        argument.content = std::move(argument.likely_content);
        is_more_known = true;
      }
    }
    if (!is_more_known) {
      return std::nullopt;
    }
    EvaluationLimits of_survey = limits;
    of_survey.most_instructions = std::min(limits.most_instructions, kSurveyedInstructions);
    Evaluator evaluator(known.lowered, entry, likely, of_survey);
    return survey_denormals(evaluator, launch.groups(), sample.passes, sample.runtime_calls);
  }

  void look(const LensRequest& request, LensAnswer& answer) {
    switch (kind_of(request.object)) {
      case ObjectKind::llvm_ir:
        return look_at_ir(request, answer);
      case ObjectKind::ptx:
        return look_at_ptx(request, ptx_of(request), second ? &*second : nullptr, answer);
      case ObjectKind::elf:
      case ObjectKind::unknown:  // refused by name
        return look_at_machine_code(request, answer);
    }
  }

  void forget_remembered(const LensRequest& request, LaunchSample& sample) const {
    const auto groups = request.launch.groups();
    const std::uint64_t count = groups[0] * groups[1] * groups[2];
    const auto all = static_cast<double>(count);
    const double part = forgotten_part(
        cpus.front(),
        {all * sample.mispredictions, all * sample.doubtful_jumps, all * sample.surprise_bits},
        static_cast<unsigned>(std::min<std::uint64_t>(request.machine.cores, count)));
    sample.mispredictions *= part;
    for (double& unforeseen : sample.passes.unforeseen) {
      unforeseen *= part;
    }
  }

  // Where nothing more is asked of them.
  void give_back_traces(const LensRequest& request, SampledGroups& groups) {
    if (request.explains_loops) {
      return;
    }
    for (AccessTrace& trace : groups.consecutive) {
      storage.give_back(std::move(trace));
    }
    groups.consecutive.clear();
  }

  void look_at_machine_code(const LensRequest& request, LensAnswer& answer) {
    const std::string hash = hash_of({request.object});
    const auto& image = image_of(hash, request.object);
    const KernelEntry entry = find_entry(*image, request.kernel, request.launch);
    KernelCode& known = code_of(image, hash, entry.symbol);
    EvaluationLimits skipping = limits;
    skipping.skips_after_accesses = kSkipsAfterAccesses;
    EvaluatorOfGroups evaluator(known.lowered, entry, request.launch, skipping);
    const GroupOrder order(
        request.launch.groups(), request.machine.cores,
        entry.convention == &pocl_convention() ? Dealing::shares : Dealing::parts);
    LaunchSample sample = sample_launch(
        {instruction_kinds(evaluator.code()), has_masked_accesses(evaluator.code()),
         MappedMemory(request.launch.arguments, evaluator.memory_end()),
         BufferEnds(request.launch.arguments), &evaluator.code()},
        order, evaluator, {second ? &*second : nullptr, &storage}, budget_for(request.launch));
    forget_remembered(request, sample);
    if (!sample.uneven.empty()) {
      sample.busiest =
          busiest_core(sample.uneven, order.count(), request.machine.cores, order.dealing());
    }
    answer.calls = sample.runtime_calls;
    answer.overruns = sample.overruns;
    const bool flushes = request.launch.flushes_denormals;
    auto likely = likely_denormals(known, entry, request.launch, sample);
    const double longer_ways = settle_known_calls(image, hash, sample, flushes, sample.denormals);
    double likely_longer_ways = 0;
    if (likely) {
      likely_longer_ways = settle_known_calls(image, hash, sample, flushes, *likely);
      likely->raise_to(sample.denormals.counts);
    }
    CostAsRuled ruled = cost_as_ruled(image, hash, known, sample);
    SecondThread* const helper = second ? &*second : nullptr;
    std::optional<SimulatedPath> path;
    std::optional<double> part;
    Beside simulating(sample.path ? helper : nullptr, [&] {
      if (sample.path) {
        path.emplace(known.costs, std::move(*sample.path), sample.passes);
        part = path->part(ruled.cost);
      }
    });
    mark_chained(ruled.cost.chained_loads, sample.groups);
    sample.groups.micro_ops_per_access =
        (ruled.cost.micro_ops + ruled.apart.micro_ops) / sample.accesses;
    sample.groups.micro_ops_behind_loads = ruled.cost.micro_ops_behind_loads;
    tell_buffers(request.launch, sample.groups);
    MachineShape machine = request.machine;
    machine.core.forwards_split_stores = forwards_split_stores(cpus.front());
    machine.core.waits = core_waits(cpus.front());
    sample.groups.micro_ops_of_rooms = micro_ops_of_rooms(ruled.cost);
    sample.groups.micro_ops_ahead = micro_ops_ahead(ruled.cost, machine.core.waits.memory);
    sample.groups.cycles_per_micro_op =
        ruled.cost.micro_ops > 0 ? ruled.cost.cycles / ruled.cost.micro_ops : 0;
    if (machine.core.waits.second_tlb_folds) {
      CacheShape& tlb2 = machine.core.tlb2;
      tlb2.folds = true;
      tlb2.replacement = Replacement::quarter_random;
      tlb2.ways = static_cast<unsigned>(tlb2.capacity_bytes / tlb2.line_bytes / kSetsOfFolded);
    }
    const LaunchTraffic traffic = traffic_of(sample.groups, machine.core, helper);
    give_back_traces(request, sample.groups);
    simulating.finish();
    if (path) {
      const LateLoads late = late_loads(traffic, machine, known.costs.code(), sample.passes);
      double unforeseen = 0;
      for (const UnforeseenLoads& loads : traffic.unforeseen_loads) {
        unforeseen += loads.loads;
      }
      if (unforeseen * late.cycles > kWorthSimulating * ruled.cost.cycles) {
        sample.late_cycles = ruled.cost.cycles * path->wait(late);
      }
    }
    GroupCost cost = cost_of(std::move(ruled), part, known.costs.code());
    cost.cycles += longer_ways;
    if (sample.contended > 0) {
      sample.contended *=
          contended_wait(machine.core.waits,
                         {sample.contended_lines, cost.micro_ops / sample.contended,
                          compared_part(known.costs.code(), sample.passes.blocks)}) *
          contended_part(machine.core.waits, sample.updates_of_visit,
                         cost.cycles / sample.contended, sample.contended_lines);
    }
    const auto stalled = [&](GroupCost stalls) {
      stalls.add_waits(evaluator.code(),
                       denormal_stall_cycles(sample.denormals, stalls.cycles, machine.core.waits));
      return stalls;
    };
    const GroupCost known_cost = stalled(cost);
    answer.features = lens_features(sample, known_cost, traffic, machine);
    if (likely) {
      sample.denormals = std::move(*likely);
      cost.cycles += std::max(0.0, likely_longer_ways - longer_ways);
      const LensFeatures features = lens_features(sample, stalled(cost), traffic, machine);
      for (const char* name :
           {"f_lens_assists", "f_lens_cycles", "f_lens_cycles_wide", "f_lens_cycles_dense"}) {
        answer.likely[name] = features.at(name);
      }
    }
    answer.loops =
        request.explains_loops
            ? hot_loops(known_cost, evaluator.code(),
                        {loop_lines({request.object, request.lined_object, request.kernel},
                                    evaluator.code()),
                         loop_features(sample, known_cost, evaluator.code(), machine)},
                        answer.features)
            : hot_loops(known_cost, evaluator.code());
    for (const auto& [opcode, count] : known.costs.unknown()) {
      answer.unknown_opcodes.push_back(opcode);
    }
  }
};

Lens::Lens(std::vector<std::string> cpus, const EvaluationLimits& limits, unsigned threads)
    : impl_(std::make_unique<Impl>(std::move(cpus), limits, threads)) {
  keep_freed_memory();
}
Lens::~Lens() = default;
Lens::Lens(Lens&&) noexcept = default;
Lens& Lens::operator=(Lens&&) noexcept = default;

LensAnswer Lens::look(const LensRequest& request) {
  const auto start = Clock::now();
  LensAnswer answer;
  try {
    impl_->look(request, answer);
    check_finite(answer.features);
    answer.explains_loops = request.explains_loops;
  } catch (const Error& error) {
    answer = {};
    answer.refusal = error.what();
  } catch (const std::bad_alloc&) {  // costs the others of its batch nothing
    answer = {};
    answer.refusal = "looking at it takes more memory than clgauge-lens may use";
  }
  answer.seconds = seconds_since(start);
  return answer;
}

}  // namespace clgauge::lens
