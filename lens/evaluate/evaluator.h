#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>

#include "lens/code/machine_code.h"
#include "lens/evaluate/convention.h"
#include "lens/evaluate/given_up.h"
#include "lens/evaluate/lower.h"
#include "lens/evaluate/refusal.h"
#include "lens/evaluate/trace.h"

namespace clgauge::lens {

struct EvaluationLimits {
  std::uint64_t most_instructions = 200'000'000;  // of one group
  // Of one group: what its sink is given, and what one memset or memcpy adds to all before it.
  std::uint64_t most_accesses = 64ULL << 20U;
  std::uint64_t stack_bytes = 16ULL << 20U;
  // Once a group has made so many accesses, rounds of its loops are skipped that do what the two
  // before them did, further on in memory (alike_rounds.h). Counts stay those of all rounds; the
  // sink is told of what it does not get. For sinks that know what to make of that.
  std::uint64_t skips_after_accesses = ~std::uint64_t{0};
};

// Walks the machine code of sampled work-groups: control flow, addresses and masks with the real
// arguments and sizes; the content of buffers is unknown, and floating-point values made of it.
// Whatever would need them to know the way is refused (Refusal), never guessed.
//
// One per thread. The state of memory does not carry over from one group to the next.
class Evaluator {
 public:
  // Finds the kernel's entry in the object by the conventions of the runtimes that are known. `cpu`
  // is as in decode(). Throws Error(input) when the object has no such kernel, Error(usage) for a
  // launch whose local size is 0 or does not divide the global size.
  Evaluator(const std::shared_ptr<const ObjectImage>& image, std::string_view kernel,
            const EvaluatedLaunch& launch, const EvaluationLimits& limits = {},
            std::string_view cpu = {});
  // Of code that is there already: that of the entry's symbol. Throws Error(usage) likewise.
  Evaluator(std::shared_ptr<const LoweredCode> code, KernelEntry entry,
            const EvaluatedLaunch& launch, const EvaluationLimits& limits = {});
  ~Evaluator();
  Evaluator(Evaluator&&) noexcept;
  Evaluator& operator=(Evaluator&&) noexcept;

  [[nodiscard]] const MachineCode& code() const noexcept;
  // Behind the last address of its own memory: where the stack begins.
  [[nodiscard]] std::uint64_t memory_end() const noexcept;
  // "PoCL" or "Intel's CPU runtime".
  [[nodiscard]] const char* runtime() const noexcept;

  // What group (x, y, z) does. `sink` may be null: then accesses are counted only. Throws Refusal.
  [[nodiscard]] GroupTrace evaluate(const std::array<std::uint64_t, 3>& group,
                                    AccessSink* sink = nullptr);
  // The same, walked round by round, of as much of the group as is not refused: up to the limit of
  // its instructions, say. Without branches.
  [[nodiscard]] GroupTrace evaluate_beginning(const std::array<std::uint64_t, 3>& group);

  // What the groups so far have shown of the launch's loops. The next one is walked as if those
  // before it had shown that, whichever evaluator of the launch walked them.
  [[nodiscard]] GivenUp given_up() const;
  void give_up(const GivenUp& before);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace clgauge::lens
