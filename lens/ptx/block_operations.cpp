#include "lens/ptx/block_operations.h"

#include <algorithm>
#include <utility>

#include "lens/ptx/operation_class.h"

namespace clgauge::lens::ptx {
namespace {

// Which slots hold numbers that are stored, or that other than integer arithmetic takes.
class DataSlots {
 public:
  explicit DataSlots(const Program& program)
      : writers_(program.initial.size()), is_data_(program.initial.size()) {
    for (const Step& step : program.steps) {
      if (step.target != kNoSlot && !step.takes_data) {
        writers_[static_cast<std::size_t>(step.target)].push_back(&step);
      }
    }
    for (const Step& step : program.steps) {
      if (step.takes_data) {
        add_all({step.sources.begin(), step.sources.end()});
      }
    }
    for (const Access& access : program.accesses) {
      add_all(access.is_store ? access.slots : access.operands);
    }
    follow();
  }

  [[nodiscard]] bool contains(std::int32_t slot) const {
    return slot != kNoSlot && is_data_[static_cast<std::size_t>(slot)];
  }

 private:
  void add_all(const std::vector<std::int32_t>& slots) {
    for (const std::int32_t slot : slots) {
      if (slot != kNoSlot && !is_data_[static_cast<std::size_t>(slot)]) {
        is_data_[static_cast<std::size_t>(slot)] = true;
        pending_.push_back(slot);
      }
    }
  }

  void follow() {
    while (!pending_.empty()) {
      const auto slot = static_cast<std::size_t>(pending_.back());
      pending_.pop_back();
      for (const Step* writer : writers_[slot]) {
        add_all({writer->sources.begin(), writer->sources.end()});
      }
    }
  }

  std::vector<std::vector<const Step*>> writers_;
  std::vector<bool> is_data_;
  std::vector<std::int32_t> pending_;
};

void add(const OperationClass& one, bool is_index, ItemOperations& sums) {
  using Kind = OperationClass::Kind;
  switch (one.kind) {
    case Kind::none:
      break;
    case Kind::float32:
      sums.float32 += one.count;
      break;
    case Kind::float64:
      sums.float64 += one.count;
      break;
    case Kind::integer:
      (is_index ? sums.index : sums.integer) += one.count;
      break;
    case Kind::division:
      sums.divisions += one.count;
      break;
    case Kind::atomic:
      sums.atomics += one.count;
      break;
    case Kind::barrier:
      sums.barriers += one.count;
      break;
    case Kind::call:
      sums.calls[one.call] += one.count;
      break;
  }
}

}  // namespace

void add_operations(Program& program) {
  const DataSlots data(program);
  for (std::size_t i = 0; i < program.noted.size(); ++i) {
    const Noted& noted = program.noted[i];
    const OperationClass one = operation_class(*noted.instruction);
    const std::size_t end =
        i + 1 < program.noted.size() ? program.noted[i + 1].first_step : program.steps.size();
    const bool is_data = std::any_of(program.steps.begin() + noted.first_step,
                                     program.steps.begin() + static_cast<std::ptrdiff_t>(end),
                                     [&](const Step& step) { return data.contains(step.target); });
    add(one, !is_data, program.blocks[noted.block].operations);
  }
}

}  // namespace clgauge::lens::ptx
