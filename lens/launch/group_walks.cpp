#include "lens/launch/group_walks.h"

#include <algorithm>
#include <utility>

#include "lens/traffic/last_touches.h"
#include "lens/traffic/touched_lines.h"

namespace clgauge::lens {
namespace {

// Of groups without a trace, which train the branch predictor.
constexpr std::size_t kMostKeptOutcomes = 16384;

// Of a group of a launch of which none was walked to its end: its work is much, or the second
// thread would not be there already. What is not filled costs nothing.
constexpr std::size_t kManyAccesses = std::size_t{1} << 19U;

// Nobody will ask for this walk.
struct NotWanted {};

}  // namespace

// Between an evaluator and a recorder: looks up from the walk now and then.
class GroupWalks::Watched final : public AccessSink {
 public:
  Watched(GroupWalks& walks, GroupRecorder& record, const Midst& midst)
      : walks_(walks), record_(record), midst_(midst) {}

  void consume(std::span<const MemoryAccess> accesses) override {
    record_.consume(accesses);
    look_up();
  }
  void consume_stretches(std::span<const MemoryAccess> accesses, std::size_t length) override {
    record_.consume_stretches(accesses, length);
    look_up();
  }
  void cover(std::uint64_t address, unsigned bytes, bool is_store) override {
    record_.cover(address, bytes, is_store);
  }
  std::size_t mark_rounds() override { return record_.mark_rounds(); }
  unsigned longer_stretches(std::size_t first, std::size_t last) override {
    return record_.longer_stretches(first, last);
  }
  void repeat(std::size_t first, std::size_t last, std::uint64_t times) override {
    record_.repeat(first, last, times);
    look_up();
  }
  void consume_repeated(std::span<const MemoryAccess> accesses) override {
    record_.consume_repeated(accesses);
  }
  void restart() override { record_.restart(); }

 private:
  void look_up() {
    if (midst_.is_wanted != nullptr && !*midst_.is_wanted) {
      throw NotWanted();
    }
    if (midst_.those != nullptr && record_.counts.all >= midst_.much_work) {
      walks_.expect((*std::exchange(midst_.those, nullptr))());
    }
  }

  GroupWalks& walks_;
  GroupRecorder& record_;
  Midst midst_;
};

GroupWalks::GroupWalks(const SampledCode& code, GroupEvaluator& evaluator, const Help& help)
    : code_(code),
      instructions_(code.kinds),
      evaluator_(evaluator),
      second_(help.second),
      storage_(help.storage == nullptr ? own_storage_ : *help.storage),
      ends_(code.ends),
      given_up_(evaluator.given_up()) {}

GroupWalks::~GroupWalks() {
  expect({});
  if (second_ != nullptr) {
    second_->wait();
  }
}

WalkedGroup GroupWalks::run(const GroupId& id, const Wanted& wanted) {
  return run_one({id, wanted}, Midst{});
}

WalkedGroup GroupWalks::run(const GroupId& id, const Wanted& wanted, std::uint64_t much_work,
                            const std::function<std::vector<Expected>()>& those) {
  return run_one({id, wanted}, Midst{nullptr, much_work, second_ == nullptr ? nullptr : &those});
}

std::list<GroupWalks::Job>::iterator GroupWalks::job_of(const Expected& group) {
  return std::ranges::find_if(jobs_,
                              [&](const Job& job) { return job.is_wanted && job.of == group; });
}

WalkedGroup GroupWalks::run_one(const Expected& group, const Midst& midst) {
  std::unique_lock lock(mutex_);
  if (const auto job = job_of(group); job != jobs_.end()) {
    while (job->state == Job::State::walking) {  // what comes behind it meanwhile
      if (!walk_next(lock, evaluator_)) {
        changed_.wait(lock);
      }
    }
    Outcome outcome = std::move(job->outcome);
    const bool is_walked = job->state == Job::State::done && job->before == given_up_;
    jobs_.erase(job);
    if (is_walked) {
      return take(std::move(outcome));
    }
  }
  const GivenUp before = given_up_;
  lock.unlock();
  Outcome outcome = walk(group, evaluator_, before, midst);
  lock.lock();
  return take(std::move(outcome));
}

WalkedGroup GroupWalks::take(Outcome outcome) {
  ends_.add(outcome.ends);
  given_up_ = std::move(outcome.given_up);
  if (outcome.failure) {
    std::rethrow_exception(outcome.failure);
  }
  return std::move(*outcome.group);
}

GroupWalks::Outcome GroupWalks::walk(const Expected& group, GroupEvaluator& evaluator,
                                     const GivenUp& before, const Midst& midst) {
  const Wanted& wanted = group.wanted;
  AccessTrace trace;
  if (wanted.recorded.trace) {
    std::unique_lock lock(mutex_);
    const std::size_t expected = expected_accesses_;
    lock.unlock();
    trace = expected != 0 ? storage_.take(expected) : storage_.take_any(kManyAccesses);
  }
  Outcome outcome;
  outcome.ends = code_.ends;
  try {
    evaluator.give_up(before);
    WalkedGroup& walked =
        outcome.group.emplace(WalkedGroup{group.id,
                                          1,
                                          {},
                                          0,
                                          GroupRecorder(instructions_, code_.memory, outcome.ends,
                                                        wanted.recorded, std::move(trace))});
    if (midst.is_wanted == nullptr && midst.those == nullptr) {
      walked.counts = evaluator.evaluate(group.id, walked.record);
    } else {
      Watched watched(*this, walked.record, midst);
      walked.counts = evaluator.evaluate(group.id, watched);
    }
    walked.branches = walked.counts.branches.total();
    if (!wanted.recorded.trace && walked.counts.branches.size() > kMostKeptOutcomes) {
      walked.counts.branches = {};
    }
    AccessTrace& kept = walked.record.trace;
    if (wanted.lines) {
      storage_.give_back(std::exchange(kept, touched_lines(kept, kThinnedLineBytes)));
    } else if (walked.work() >= wanted.thinned_from_work) {
      storage_.give_back(std::exchange(kept, last_touches(std::span(&kept, 1), kThinnedLineBytes)));
    }
    const std::lock_guard lock(mutex_);
    // One whose rounds are written down, or compared, makes more of them.
    expected_accesses_ = walked.record.given + walked.record.given / 2;
  } catch (...) {  // what it was is for those who ask for the group
    outcome.failure = std::current_exception();
  }
  outcome.given_up = evaluator.given_up();
  return outcome;
}

bool GroupWalks::walk_next(std::unique_lock<std::mutex>& lock, GroupEvaluator& evaluator) {
  const auto job = std::ranges::find(jobs_, Job::State::waiting, &Job::state);
  if (job == jobs_.end()) {
    return false;
  }
  job->state = Job::State::walking;
  job->before = given_up_;
  lock.unlock();
  Outcome outcome = walk(job->of, evaluator, job->before, Midst{.is_wanted = &job->is_wanted});
  lock.lock();
  job->outcome = std::move(outcome);
  job->state = Job::State::done;
  if (!job->is_wanted) {
    jobs_.erase(job);
  }
  changed_.notify_all();
  return true;
}

void GroupWalks::expect(std::vector<Expected> groups) {
  if (second_ == nullptr) {
    return;
  }
  std::unique_lock lock(mutex_);
  for (auto job = jobs_.begin(); job != jobs_.end();) {
    const bool is_walking = job->state == Job::State::walking;
    const auto found = std::ranges::find(groups, job->of);
    if (found != groups.end() && job->is_wanted) {
      groups.erase(found);
    } else if (is_walking) {
      job->is_wanted = false;
    } else {
      job = jobs_.erase(job);
      continue;
    }
    ++job;
  }
  for (const Expected& group : groups) {
    jobs_.emplace_back(group);
  }
  if (groups.empty() || std::exchange(second_works_, true)) {
    return;
  }
  lock.unlock();
  if (!second_->start([this] { work_through(); })) {
    lock.lock();
    second_works_ = false;
  }
}

void GroupWalks::work_through() {
  try {
    if (!other_) {
      other_ = evaluator_.another();
    }
  } catch (...) {  // then there is none: all is walked by who asks for it
    other_ = nullptr;
  }
  std::unique_lock lock(mutex_);
  while (other_ && walk_next(lock, *other_)) {
  }
  second_works_ = false;
}

}  // namespace clgauge::lens
