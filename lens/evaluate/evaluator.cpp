#include "lens/evaluate/evaluator.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "base/error.h"
#include "lens/evaluate/alike_rounds.h"
#include "lens/evaluate/machine.h"

namespace clgauge::lens {
namespace {

constexpr std::uint64_t kNever = ~std::uint64_t{0};
constexpr std::uint64_t kLargestType = 128;  // to which conventions may align an argument

const EvaluatedLaunch& checked(const EvaluatedLaunch& launch) {
  for (unsigned d = 0; d < 3; ++d) {
    if (launch.local[d] == 0 || launch.global[d] == 0 || launch.global[d] % launch.local[d] != 0) {
      throw Error(ErrorKind::usage,
                  fmt::format("local size {} does not divide global size {} in dimension {}; give "
                              "a local size that does",
                              launch.local[d], launch.global[d], d));
    }
  }
  std::uint64_t bytes = 0;
  for (const EvaluatedArgument& argument : launch.arguments) {
    bytes += kLargestType + argument.value.size();
  }
  if (bytes > kArgumentBytes / 2) {
    throw Error(ErrorKind::unsupported,
                fmt::format("kernel arguments of more than {} bytes", kArgumentBytes / 2));
  }
  return launch;
}

}  // namespace

struct Evaluator::State {
  State(std::shared_ptr<const LoweredCode> lowered, KernelEntry kernel_entry,
        const EvaluatedLaunch& requested, const EvaluationLimits& requested_limits)
      : launch(checked(requested)),
        limits(requested_limits),
        entry(std::move(kernel_entry)),
        kept(std::move(lowered)),
        code(kept->code),
        program(kept->program),
        machine(code, memory_layout(*code.image, kArgumentBytes,
                                    entry.convention->local_bytes(launch), limits.stack_bytes)) {
    machine.clobbers = &program.clobbers;
    machine.operations = program.operations.data();
    machine.most_walked_aside = limits.most_instructions;
    machine.takes_denormals = !launch.flushes_denormals;
    machine.most_accesses = limits.most_accesses;
    machine.record.set_limit(limits.most_accesses);
    const auto& bytes = code.image->bytes;
    for (std::size_t at = 0; at < bytes.size(); at += 64) {
      const auto chunk = static_cast<unsigned>(std::min<std::size_t>(64, bytes.size() - at));
      machine.memory.store(machine.layout.image + at, bytes.data() + at, chunk, 0);
    }
    for (unsigned i = 0; i < launch.arguments.size(); ++i) {
      const auto& argument = launch.arguments[i];
      if (argument.kind == EvaluatedArgument::Kind::buffer) {
        if (argument.address < kFirstBufferAddress) {
          throw Error(
              ErrorKind::usage,
              fmt::format("the buffer of kernel argument {} lies at {:#x}; buffers start at "
                          "{:#x} (buffer_address())",
                          i, argument.address, kFirstBufferAddress));
        }
        machine.buffers.push_back({argument.address, argument.size_bytes, i, argument.content});
        machine.knows_contents = machine.knows_contents || !argument.content.empty();
      }
    }
    if (machine.knows_contents) {  // as reset() leaves it
      machine.memory.know(machine.layout.local,
                          initial_stack_pointer(machine.layout) - machine.layout.local);
    }
    entry.convention->prepare(machine, launch);
    // The entry function is functions[0], and its first block starts it.
    entry_block = code.functions.front().first_block;
    // Numbers that buffers are said to hold go on by no steps.
    if (limits.skips_after_accesses != kNever && !machine.knows_contents) {
      alike.emplace(*kept, limits.skips_after_accesses);
    }
  }

  void reset() {
    Machine& m = machine;
    m.general.fill({0, 0xFF, {}});
    m.general[kNoRegister] = {};
    // No convention hands kernels anything in these: what they hold says nothing, so that lanes
    // that a kernel never set (the fourth of a float3) may as well hold zeros.
    m.vector.fill({});
    m.mask.fill({});
    m.x87 = {};
    m.flags = {};
    // So do private and local memory before something is stored there, where contents are known.
    // Elsewhere they are not: rounds that turn zeros into what is not known would not be alike.
    for (const std::uint64_t start : m.stored.starts()) {
      if (start >= m.layout.local) {  // arguments stay
        if (m.knows_contents) {
          m.memory.clear(start, StoredGranules::kBytes);
        } else {
          m.memory.forget(start, StoredGranules::kBytes);
        }
      }
    }
    m.stored.clear();
    m.written.clear();
    m.branches.clear();
    m.runtime_calls.clear();
    m.call_sites.clear();
    m.denormals.clear();
    m.mathematics_calls = {};
    m.access_count = 0;
    m.walked_aside = 0;
    m.record.start_anew();
    m.passes = nullptr;
    m.finished = false;
    const std::uint64_t stack_pointer = initial_stack_pointer(m.layout);
    if (m.knows_contents) {  // the caller's frame, which nobody has cleared
      m.memory.forget(stack_pointer, m.layout.end - stack_pointer);
    }
    const std::uint64_t return_address = kReturnToRuntime;
    m.memory.store(stack_pointer, &return_address, 8, 0);
    m.stored.add(stack_pointer, 8);
    m.general[kRsp] = {stack_pointer, 0, {}};
  }

  // What group (x, y, z) does, with the skipping that is wanted.
  GroupTrace walk(const std::array<std::uint64_t, 3>& group) {
    GroupTrace trace;
    start(group, trace);
    if (watches_rounds()) {
      alike->start_group();
      machine.passes = &alike->passes();
      run<true>(trace);
      alike->finish_group();
    } else {
      run<false>(trace);
    }
    machine.record.flush();
    return trace;
  }

  [[nodiscard]] bool watches_rounds() const { return alike && !alike->given_up().all; }

  void start(const std::array<std::uint64_t, 3>& group, GroupTrace& trace) {
    trace.block_counts.resize(code.blocks.size());
    trace.edge_counts.resize(code.edge_count);
    reset();
    entry.convention->enter(machine, launch, group);
  }

  void take_counts(GroupTrace& trace) const {
    trace.accesses = machine.access_count;
    trace.runtime_calls = machine.runtime_calls;
    trace.call_sites = machine.call_sites;
    trace.denormals = machine.denormals;
    trace.mathematics_calls = machine.mathematics_calls;
  }

  template <bool kSkips>
  void run(GroupTrace& trace) {
    std::uint32_t block = entry_block;
    std::uint64_t most_instructions = limits.most_instructions;
    const auto& operations = program.operations;
    while (!machine.finished) {
      const BasicBlock& current = code.blocks[block];
      ++trace.block_counts[block];
      trace.instructions += current.instruction_count;
      if (trace.instructions > most_instructions) [[unlikely]] {
        if (kSkips && most_instructions < limits.most_instructions) {
          alike->give_up_checking();
        }
        machine.refuse(RefusalKind::step_limit, operations[current.first_instruction],
                       fmt::format("is reached after {} instructions, more than one group may take",
                                   limits.most_instructions));
      }
      // Falling through leads to the last successor; jumps say otherwise.
      machine.next_block = current.successors.empty() ? kNoBlock : current.successors.back();
      machine.next_edge =
          current.first_edge + static_cast<std::uint32_t>(current.successors.size()) - 1;
      const Operation* op = &operations[current.first_instruction];
      for (const Operation* end = op + current.instruction_count; op != end; ++op) {
        op->run(machine, *op);
      }
      if (machine.finished) {
        break;
      }
      if (machine.next_block == kNoBlock) {
        machine.refuse(RefusalKind::unknown_call, *(op - 1), "is the end of the function");
      }
      if (machine.next_edge != kNoEdge) {
        ++trace.edge_counts[machine.next_edge];
      }
      if constexpr (kSkips) {
        if (alike->watches(block)) [[unlikely]] {
          alike->leave(block, machine, trace);
          most_instructions = std::min(limits.most_instructions, alike->most_instructions());
        }
      }
      block = machine.next_block;
    }
  }

  EvaluatedLaunch launch;
  EvaluationLimits limits;
  KernelEntry entry;
  std::shared_ptr<const LoweredCode> kept;
  const MachineCode& code;
  const Program& program;
  Machine machine;
  std::uint32_t entry_block = 0;
  std::optional<AlikeRounds> alike;
};

Evaluator::Evaluator(const std::shared_ptr<const ObjectImage>& image, std::string_view kernel,
                     const EvaluatedLaunch& launch, const EvaluationLimits& limits,
                     std::string_view cpu) {
  KernelEntry entry = find_entry(*image, kernel, checked(launch));
  auto code = lowered_code(image, entry.symbol, cpu);
  state_ = std::make_unique<State>(std::move(code), std::move(entry), launch, limits);
}
Evaluator::Evaluator(std::shared_ptr<const LoweredCode> code, KernelEntry entry,
                     const EvaluatedLaunch& launch, const EvaluationLimits& limits)
    : state_(std::make_unique<State>(std::move(code), std::move(entry), launch, limits)) {}
Evaluator::~Evaluator() = default;
Evaluator::Evaluator(Evaluator&&) noexcept = default;
Evaluator& Evaluator::operator=(Evaluator&&) noexcept = default;

const MachineCode& Evaluator::code() const noexcept { return state_->code; }
const char* Evaluator::runtime() const noexcept { return state_->entry.convention->name(); }

std::uint64_t Evaluator::memory_end() const noexcept { return state_->machine.layout.end; }

GivenUp Evaluator::given_up() const {
  return state_->alike ? state_->alike->given_up() : GivenUp{};
}

void Evaluator::give_up(const GivenUp& before) {
  if (state_->alike) {
    state_->alike->give_up(before);
  }
}

GroupTrace Evaluator::evaluate(const std::array<std::uint64_t, 3>& group, AccessSink* sink) {
  Machine& machine = state_->machine;
  machine.record.start(sink, state_->watches_rounds());
  GroupTrace trace;
  for (bool is_walked = false; !is_walked;) {
    try {
      trace = state_->walk(group);
      is_walked = true;
    } catch (const ForeseenRounds::NotForeseen&) {
      state_->alike
          ->give_up_foreseeing();  // nor can those of the launch's other groups be foreseen
    } catch (const AlikeRounds::NotAlike&) {
      state_->alike->give_up_skipping();
    } catch (const Refusal&) {  // of rounds that were to be checked, perhaps
      if (!state_->watches_rounds() || !state_->alike->has_skipped()) {
        throw;
      }
      state_->alike->give_up_skipping();
    }
    if (!is_walked && sink != nullptr) {
      sink->restart();
    }
  }
  state_->take_counts(trace);
  std::swap(trace.branches, machine.branches);
  machine.branches.reserve(trace.branches.size());
  return trace;
}

GroupTrace Evaluator::evaluate_beginning(const std::array<std::uint64_t, 3>& group) {
  state_->machine.record.start(nullptr, false);
  GroupTrace trace;
  try {
    state_->start(group, trace);
    state_->run<false>(trace);
  } catch (const Refusal&) {  // what it did until then is what was asked for
  }
  state_->take_counts(trace);
  return trace;
}

}  // namespace clgauge::lens
