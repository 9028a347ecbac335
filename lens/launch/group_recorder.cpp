#include "lens/launch/group_recorder.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

#include "lens/launch/whole_lines.h"

namespace clgauge::lens {
namespace {

constexpr std::uint64_t kLineBytes = 64;  // what cores take from one another
// Other accesses between two updates of one visit of a line.
constexpr std::size_t kVisitAccesses = 5;
// A load of 64 bytes takes as long over a page that is not there as two of 32 (Zen 4).
constexpr unsigned kLoadedTogether = 32;

// Accesses as the caches see them, made in the place where a trace keeps them.
struct AsSeen {
  using iterator_category = std::random_access_iterator_tag;
  using value_type = Access;
  using difference_type = std::ptrdiff_t;
  using pointer = const Access*;
  using reference = Access;

  const MemoryAccess* at = nullptr;
  const RecordedInstructions* instructions = nullptr;

  Access operator*() const { return instructions->access(*at); }
  AsSeen& operator++() {
    ++at;
    return *this;
  }
  AsSeen& operator--() {
    --at;
    return *this;
  }
  AsSeen& operator+=(difference_type more) {
    at += more;
    return *this;
  }
  friend AsSeen operator+(AsSeen from, difference_type more) { return from += more; }
  friend difference_type operator-(const AsSeen& a, const AsSeen& b) { return a.at - b.at; }
  friend bool operator==(const AsSeen& a, const AsSeen& b) { return a.at == b.at; }
};

// Local memory is each group's own, wherever it lies.
bool is_own(const MemoryAccess& access) {
  return access.region == MemoryRegion::stack || access.region == MemoryRegion::local;
}

}  // namespace

RecordedInstructions::RecordedInstructions(std::vector<InstructionKind> kinds)
    : kinds_(std::move(kinds)) {
  accesses_.reserve(2 * kinds_.size());
  for (std::uint32_t instruction = 0; instruction < kinds_.size(); ++instruction) {
    const InstructionKind kind = kinds_[instruction];
    Access access;
    access.instruction = instruction;
    access.is_non_temporal = kind == InstructionKind::non_temporal_store;
    access.is_masked =
        kind == InstructionKind::masked_load || kind == InstructionKind::masked_store;
    access.is_gathered = kind == InstructionKind::gather || kind == InstructionKind::scatter;
    accesses_.push_back(access);
    access.is_store = true;
    accesses_.push_back(access);
  }
}

void GroupRecorder::Counts::repeat(const Counts& before, double times) {
  const auto add = [times](double& count, double then) { count += times * (count - then); };
  all += static_cast<std::uint64_t>(times) * (all - before.all);
  add(gather_lanes, before.gather_lanes);
  add(scatter_lanes, before.scatter_lanes);
  add(stack_loads, before.stack_loads);
  add(suppressed_faults, before.suppressed_faults);
  add(stray_faults, before.stray_faults);
  add(far_faults, before.far_faults);
  add(updates, before.updates);
  add(visits, before.visits);
  for (auto& [line, count] : updates_by_line) {
    const auto then = before.updates_by_line.find(line);
    add(count, then == before.updates_by_line.end() ? 0 : then->second);
  }
}

GroupRecorder::GroupRecorder(const RecordedInstructions& instructions, const MappedMemory& memory,
                             BufferEnds& ends, const Wanted& wanted, AccessTrace storage)
    : trace(std::move(storage)),
      instructions_(&instructions),
      memory_(&memory),
      ends_(&ends),
      ends_before_(ends),
      wanted_(wanted) {
  trace.clear();
  if (wanted.forwarding) {
    forwarded.emplace(instructions.size());
  }
}

void GroupRecorder::consume(std::span<const MemoryAccess> accesses) {
  keep(accesses);
  see_forwarding(accesses);
  see_ends(accesses);
  count(accesses, 1);
}

void GroupRecorder::consume_stretches(std::span<const MemoryAccess> accesses, std::size_t length) {
  const std::span<const MemoryAccess> first = accesses.first(length);
  const bool updates = std::any_of(first.begin(), first.end(), [&](const MemoryAccess& access) {
    return instructions_->kind(access.instruction) == InstructionKind::locked;
  });
  if (updates) {  // of a line each
    return consume(accesses);
  }
  keep(accesses);
  see_forwarding(accesses);
  see_ends(first);  // what goes on by steps leaves a buffer at either end of its way
  see_ends(accesses.last(length));
  count(first, accesses.size() / length);
}

void GroupRecorder::keep(std::span<const MemoryAccess> accesses) {
  if (!wanted_.trace) {
    return;
  }
  trace.insert(trace.end(), AsSeen{accesses.data(), instructions_},
               AsSeen{accesses.data() + accesses.size(), instructions_});
}

void GroupRecorder::see_forwarding(std::span<const MemoryAccess> accesses) {
  if (!forwarded) {
    return;
  }
  for (const MemoryAccess& access : accesses) {
    if (is_plain(instructions_->kind(access.instruction))) {
      forwarded->see(access);
    }
  }
}

void GroupRecorder::see_ends(std::span<const MemoryAccess> accesses) {
  for (const MemoryAccess& access : accesses) {
    if (access.region == MemoryRegion::buffer) {
      ends_->see(access.address, access.bytes, access.is_store);
    }
  }
}

void GroupRecorder::count(std::span<const MemoryAccess> accesses, std::uint64_t times) {
  std::uint64_t own_loads = 0;
  std::size_t number = given;
  for (const MemoryAccess& access : accesses) {
    own_loads += is_own(access) && !access.is_store ? 1 : 0;
    if (!is_plain(instructions_->kind(access.instruction))) {
      count_special(access, number, static_cast<double>(times));
    }
    ++number;
  }
  counts.stack_loads += static_cast<double>(times * own_loads);
  counts.all += times * accesses.size();
  given += times * accesses.size();
}

void GroupRecorder::count_special(const MemoryAccess& access, std::size_t number, double times) {
  const InstructionKind kind = instructions_->kind(access.instruction);
  counts.gather_lanes += kind == InstructionKind::gather ? times : 0;
  counts.scatter_lanes += kind == InstructionKind::scatter ? times : 0;
  if (kind == InstructionKind::locked && access.is_store) {
    counts.updates += times;
    if (!is_own(access)) {
      const std::uint64_t line = access.address / kLineBytes;
      counts.updates_by_line[line] += times;
      const bool stays = line == visited_line_ && number <= left_line_at_ + kVisitAccesses;
      counts.visits += stays ? 0 : times;
      visited_line_ = line;
      left_line_at_ = number;
    }
  }
}

void GroupRecorder::cover(std::uint64_t address, unsigned bytes, bool is_store) {
  const unsigned together = is_store ? bytes : kLoadedTogether;
  switch (memory_->stray(address)) {
    case MappedMemory::Stray::no:
      for (unsigned at = 0; at < bytes; at += together) {
        const unsigned part = std::min(bytes - at, together);
        counts.suppressed_faults += memory_->holds(address + at, part) ? 0 : 1;
      }
      break;
    case MappedMemory::Stray::behind_stack:
      counts.stray_faults += bytes > together ? 2 : 1;
      break;
    case MappedMemory::Stray::far:
      ++counts.far_faults;
      break;
  }
  if (wanted_.trace && is_store) {
    Access& kept = trace.emplace_back();
    kept.address = address;
    kept.bytes = bytes;
    kept.is_cover = true;
  }
}

std::size_t GroupRecorder::mark_rounds() {
  marks_.push_back({trace.size(), counts});
  return marks_.size() - 1;
}

unsigned GroupRecorder::longer_stretches(std::size_t first, std::size_t last) {
  const std::size_t begin = marks_[first].trace_size;
  return stretches_to_whole_lines(trace, begin, marks_[last].trace_size);
}

void GroupRecorder::repeat(std::size_t first, std::size_t last, std::uint64_t times) {
  counts.repeat(marks_[first].counts, static_cast<double>(times));
  if (wanted_.trace) {
    trace.repeated.push_back({marks_[first].trace_size, marks_[last].trace_size, times});
  }
}

void GroupRecorder::consume_repeated(std::span<const MemoryAccess> accesses) { see_ends(accesses); }

void GroupRecorder::restart() {
  *ends_ = ends_before_;
  *this = GroupRecorder(*instructions_, *memory_, *ends_, wanted_, std::move(trace));
}

}  // namespace clgauge::lens
