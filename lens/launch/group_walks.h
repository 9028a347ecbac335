#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "lens/evaluate/given_up.h"
#include "lens/evaluate/trace.h"
#include "lens/items/group_grid.h"
#include "lens/launch/buffer_ends.h"
#include "lens/launch/group_recorder.h"
#include "lens/launch/instruction_kind.h"
#include "lens/launch/mapped_memory.h"
#include "lens/launch/trace_storage.h"
#include "lens/traffic/second_thread.h"

namespace clgauge::lens {

// Runs one work-group's integer skeleton: its counts, and its accesses into the sink.
using EvaluateGroup =
    std::function<GroupTrace(const std::array<std::uint64_t, 3>& group, AccessSink& sink)>;

// What evaluates the groups of one launch, on one thread at a time.
class GroupEvaluator {
 public:
  virtual ~GroupEvaluator() = default;
  virtual GroupTrace evaluate(const GroupId& group, AccessSink& sink) = 0;
  // All that goes on from one group to the next (Evaluator::given_up).
  [[nodiscard]] virtual GivenUp given_up() const { return {}; }
  virtual void give_up(const GivenUp& /*before*/) {}
  // Another one of the same launch, for another thread; null where there is none.
  [[nodiscard]] virtual std::unique_ptr<GroupEvaluator> another() const { return nullptr; }
};

// What is known of a kernel's code and memory before it is walked.
struct SampledCode {
  std::vector<InstructionKind> kinds;  // of the instructions that accesses name
  bool has_masked_accesses = false;
  MappedMemory memory;
  BufferEnds ends{};
  const MachineCode* code = nullptr;  // that the groups run, if it is machine code
};

// What a process keeps from launch to launch: null where it does not.
struct Help {
  SecondThread* second = nullptr;
  TraceStorage* storage = nullptr;
};

// What one group did.
struct WalkedGroup {
  GroupId id{};
  double weight = 1;  // how many of the launch's groups it stands for, among those beside it
  GroupTrace counts;
  std::uint64_t branches = 0;  // that counts.branches had: not all groups keep them
  GroupRecorder record;

  [[nodiscard]] std::uint64_t work() const { return record.counts.all + counts.instructions / 4; }
};

// Walks groups of a launch as they are asked for. Where a second thread is there, it walks those
// meanwhile that are expected to be asked for next: an answer is the same, whoever walked it, and
// whatever was expected, for a group's walk depends on those before it by what they gave up alone,
// and one that began with something else given up is not taken. Called from one thread.
class GroupWalks {
 public:
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};  // so much work
  // To wake a thread takes as long as walking a group of less work.
  static constexpr std::uint64_t kWorthExpecting = 2500;

  // What is wanted of a group but its counts.
  struct Wanted {
    GroupRecorder::Wanted recorded;
    bool lines = false;  // of the trace no more than the lines (touched_lines.h)
    // Likewise, of groups of so much work no more than the last touches (last_touches.h).
    std::uint64_t thinned_from_work = kNever;

    bool operator==(const Wanted&) const = default;
  };
  struct Expected {
    GroupId id{};
    Wanted wanted;

    bool operator==(const Expected&) const = default;
  };
  // Of the traces that are thinned.
  static constexpr std::uint64_t kThinnedLineBytes = 64;  // at most, of what caches hold

  // All of them have to outlive this.
  GroupWalks(const SampledCode& code, GroupEvaluator& evaluator, const Help& help);
  GroupWalks(const GroupWalks&) = delete;
  GroupWalks& operator=(const GroupWalks&) = delete;
  // What is expected is not walked to its end.
  ~GroupWalks();

  // Throws what the evaluator throws.
  [[nodiscard]] WalkedGroup run(const GroupId& id, const Wanted& wanted);
  // The same, where a group of so much work says which are expected behind it: `those` is asked in
  // the midst of the walk.
  [[nodiscard]] WalkedGroup run(const GroupId& id, const Wanted& wanted, std::uint64_t much_work,
                                const std::function<std::vector<Expected>()>& those);
  // These, and no others, are expected to be asked for next, in this order.
  void expect(std::vector<Expected> groups);

  // What all groups that were asked for have accessed beyond their buffers.
  [[nodiscard]] const BufferEnds& ends() const { return ends_; }

 private:
  // A walk and what it left behind, or why it was not walked to its end.
  struct Outcome {
    std::optional<WalkedGroup> group;
    std::exception_ptr failure;
    BufferEnds ends;
    GivenUp given_up;
  };
  struct Job {
    explicit Job(const Expected& group) : of(group) {}

    Expected of;
    enum class State : std::uint8_t { waiting, walking, done } state = State::waiting;
    std::atomic<bool> is_wanted = true;
    GivenUp before;
    Outcome outcome;
  };
  // What is done in the midst of a walk.
  struct Midst {
    const std::atomic<bool>* is_wanted = nullptr;  // else it is given up
    std::uint64_t much_work = kNever;
    const std::function<std::vector<Expected>()>* those = nullptr;
  };
  class Watched;

  WalkedGroup run_one(const Expected& group, const Midst& midst);
  Outcome walk(const Expected& group, GroupEvaluator& evaluator, const GivenUp& before,
               const Midst& midst);
  // With the lock held.
  WalkedGroup take(Outcome outcome);
  // Walks a job that waits; false if none does. The lock is held before and after.
  bool walk_next(std::unique_lock<std::mutex>& lock, GroupEvaluator& evaluator);
  void work_through();
  std::list<Job>::iterator job_of(const Expected& group);

  const SampledCode& code_;
  RecordedInstructions instructions_;
  GroupEvaluator& evaluator_;
  std::unique_ptr<GroupEvaluator> other_;  // the second thread's
  SecondThread* second_;
  TraceStorage own_storage_;
  TraceStorage& storage_;
  BufferEnds ends_;

  std::mutex mutex_;  // of all below
  std::condition_variable changed_;
  std::list<Job> jobs_;
  bool second_works_ = false;
  GivenUp given_up_;                   // by the groups that were asked for
  std::size_t expected_accesses_ = 0;  // as many as the group before made
};

}  // namespace clgauge::lens
