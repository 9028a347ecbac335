#include "lens/simt/timeline.h"

#include <algorithm>
#include <functional>
#include <span>
#include <vector>

namespace clgauge::lens::simt {
namespace {

// Cycles of an H200 at 1.98 GHz, as walks through its memory and its papers have them. They decide
// only which way is the longest; what each takes is measured.
constexpr double kFirstCacheCycles = 40;
constexpr double kSecondCacheCycles = 240;  // more
constexpr double kMemoryCycles = 350;       // more
constexpr double kUpdateCycles = 590;
constexpr double kConstantCycles = 26;
constexpr double kBranchCycles = 9;  // of one that is taken
// More where a sub-group's lanes part or meet again: four ifs whose sides lanes take by chance,
// each with another if in it, take an H200 107 cycles each.
constexpr double kPartingCycles = 20;

// What a run of a block accessed, in the order of the code; accesses that no lane made are not
// there.
class AccessesInOrder {
 public:
  explicit AccessesInOrder(std::span<const RecordedAccess> accesses) : accesses_(accesses) {}
  [[nodiscard]] const RecordedAccess* find(std::uint32_t access) {
    const auto rest = accesses_.subspan(next_);
    const auto found = std::ranges::find(rest, access, &RecordedAccess::access);
    if (found == rest.end()) {
      return nullptr;
    }
    next_ += static_cast<std::size_t>(found - rest.begin()) + 1;
    return &*found;
  }

 private:
  std::span<const RecordedAccess> accesses_;
  std::size_t next_ = 0;
};

void add_latency(const ptx::Program& program, const Node& node, double memory_share,
                 AccessesInOrder& accesses, Path& path) {
  if (!node.is_access) {
    path.add(Path::cycles, node.latency_cycles, 1);
    return;
  }
  const ptx::Access& access = program.accesses[node.access];
  const RecordedAccess* const one = accesses.find(node.access);
  path.add(Path::cycles, one != nullptr ? one->more_cycles : 0, 1);
  if (access.space == ptx::Space::shared) {
    path.add(Path::local_loads, 1, kLocalCycles);
  } else if (access.space == ptx::Space::constant) {
    path.add(Path::cycles, kConstantCycles, 1);
  } else if (access.is_atomic) {
    // However many lanes meet at a word: an H200 takes 0.27 us for a compare-and-exchange of one
    // lane, 0.28 for eight of one word, 0.31 for 32.
    const bool is_tried = one != nullptr && one->trying_lanes > 0;
    path.add(is_tried ? Path::tries : Path::updates, 1, kUpdateCycles);
  } else if (!access.is_store) {
    const double beyond = node.is_volatile || (one != nullptr && one->is_missed) ? 1 : 0;
    path.add(Path::loads, 1, kFirstCacheCycles);
    path.add(Path::second_cache, beyond, kSecondCacheCycles);
    path.add(Path::memory, beyond * memory_share, kMemoryCycles);
  }
}

const Path& later(const Path& a, const Path& b) { return b.total_cycles > a.total_cycles ? b : a; }

// Instructions that may begin from then on, and for how long they keep units busy.
struct Release {
  Path since;
  const Units* units = nullptr;
};

// Loads of a block whose results nobody has asked for yet. Compilers bring them forward, but not as
// far as there are registers: of 130 blocks with more than eight loaded words that ptxas 13.0 made,
// a third have all under way at once, the others mostly 6 to 20, or as many words as are needed at
// once in any case (`lu_gemm`).
class LoadsUnderWay {
 public:
  void begin(const BlockCode& block) {
    constexpr unsigned kWords = 16;
    most_words_ = std::max(kWords, block.words_held);
    words_ = 0;
    loads_.clear();
    unasked_.clear();
  }
  void go_on(const BlockCode& block) { most_words_ = std::max(most_words_, block.words_held); }
  // When one of so many words may begin, `begin` at the earliest.
  [[nodiscard]] Path room_for(unsigned words, const Path& begin) {
    unsigned waiting = words + words_;
    Path when = begin;
    if (waiting <= most_words_) {
      return when;
    }
    asked_.clear();
    for (const Load& one : loads_) {
      if (one.is_asked_for) {
        asked_.push_back(&one);
      }
    }
    std::sort(asked_.begin(), asked_.end(), [](const Load* a, const Load* b) {
      return a->since.total_cycles < b->since.total_cycles;
    });
    for (const Load* one : asked_) {
      if (waiting <= most_words_) {
        break;
      }
      when = later(when, one->since);
      waiting -= one->node->loaded_words;
    }
    return when;
  }
  void add(const Node& node) {
    words_ += node.loaded_words;
    unasked_.push_back(loads_.size());
    loads_.push_back({&node, false, {}});
  }
  // Somebody asks for what is in a slot.
  void ask(std::int32_t slot, const Path& now) {
    std::erase_if(unasked_, [&](std::size_t number) {
      Load& one = loads_[number];
      const std::vector<std::int32_t>& targets = one.node->targets;
      if (std::ranges::find(targets, slot) != targets.end()) {
        one.is_asked_for = true;
        one.since = now;
      }
      return one.is_asked_for;
    });
  }

 private:
  struct Load {
    const Node* node = nullptr;
    bool is_asked_for = false;
    Path since;
  };
  unsigned most_words_ = 0;
  unsigned words_ = 0;  // of all of them
  std::vector<Load> loads_;
  std::vector<std::size_t> unasked_;  // those that nobody has asked for
  std::vector<const Load*> asked_;    // the others, where the last one asked had no room
};

// When the last of them has begun: no unit does all that comes since a time in less time.
void finish(std::vector<Release>& releases, Path& now) {
  struct Since {
    double cycles = 0;
    const Release* release = nullptr;
  };
  std::vector<Since> in_order;
  in_order.reserve(releases.size());
  for (const Release& one : releases) {
    in_order.push_back({one.since.total_cycles, &one});
  }
  std::ranges::sort(in_order, std::ranges::greater(), &Since::cycles);
  Units busy;
  for (const auto& [cycles, one] : in_order) {
    for (std::size_t unit = 0; unit < busy.cycles.size(); ++unit) {
      busy.cycles.at(unit) += one->units->cycles.at(unit);
      const double more = cycles + busy.cycles.at(unit) - now.total_cycles;
      if (more > 0) {
        now = one->since;
        now.add(Path::cycles, busy.cycles.at(unit), 1);
      }
    }
  }
  releases.clear();
}

}  // namespace

Path path_of(const GroupRecord& group, std::size_t sub_group, const std::vector<BlockCode>& blocks,
             const ptx::Program& program, double memory_share) {
  std::vector<Path> ready(program.initial.size());
  std::vector<Release> releases;
  LoadsUnderWay loads;
  Path now;
  Path begin;
  Path region_begin;
  Path behind_barrier;  // the last one
  Path stored;          // when the last store went
  std::vector<Path> begins(blocks.size());
  const RecordedRun* last = nullptr;
  unsigned rounds = 0;
  for (const RecordedRun& run : group.runs_of(sub_group)) {
    const BlockCode& block = blocks[run.block];
    const bool is_again = last != nullptr && last->block == run.block;
    rounds = is_again ? rounds + 1 : 0;
    const bool goes_on = last != nullptr && run.block > last->block &&
                         block.region.head == blocks[last->block].region.head;
    if (goes_on) {
      finish(releases, now);
      begin = now;
      loads.go_on(block);
    } else if (!is_again || rounds % block.rounds_together == 0) {
      finish(releases, now);
      if (last != nullptr && run.block != last->block + 1) {
        now.add(Path::cycles, kBranchCycles, 1);
      }
      if (last != nullptr && run.lanes != last->lanes) {
        now.add(Path::cycles, kPartingCycles, 1);
      }
      begin = now;
      region_begin = now;
      loads.begin(block);
    }
    last = &run;
    begins[run.block] = begin;
    const std::int32_t guard = block.region.guard;
    const Path guarded = guard == ptx::kNoSlot ? Path() : ready[static_cast<std::size_t>(guard)];
    const Path earliest = later(begins[block.region.earliest], guarded);
    AccessesInOrder accesses(group.accesses_of(run));
    for (const Node& node : block.nodes) {
      const Path& first = node.early == Node::Early::round    ? earliest
                          : node.early == Node::Early::region ? later(region_begin, guarded)
                                                              : later(begin, guarded);
      const Path* latest = &first;
      for (const std::int32_t source : node.sources) {
        latest = &later(*latest, ready[static_cast<std::size_t>(source)]);
      }
      Path issued = *latest;
      if (node.is_barrier) {
        finish(releases, now);
        issued = later(issued, now);
        issued.add(Path::barriers, 1, kBarrierCycles);
        behind_barrier = issued;
      }
      if (node.is_ordered) {
        issued = later(issued, stored);
      }
      for (const std::int32_t source : node.sources) {
        loads.ask(source, issued);
      }
      if (node.loaded_words > 0) {
        issued = later(issued, loads.room_for(node.loaded_words, first));
        loads.add(node);
      }
      if (&later(now, issued) != &now) {
        now = issued;
      }
      releases.push_back({issued, &node.units});
      add_latency(program, node, memory_share, accesses, issued);
      if (node.is_access && program.accesses[node.access].is_store) {
        stored = later(stored, issued);
      }
      for (const std::int32_t target : node.targets) {
        ready[static_cast<std::size_t>(target)] = issued;
      }
      if (node.is_barrier) {
        begin = behind_barrier;
        region_begin = behind_barrier;
      }
    }
  }
  finish(releases, now);
  return now;
}

}  // namespace clgauge::lens::simt
