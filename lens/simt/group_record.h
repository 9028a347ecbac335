#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <unordered_map>
#include <vector>

#include "lens/ptx/program.h"
#include "lens/ptx/warp_walker.h"
#include "lens/simt/access_code.h"
#include "lens/simt/constant_memory.h"

namespace clgauge::lens::simt {

// Memory beyond the first cache is asked for by sectors; the first cache looks up lines.
inline constexpr std::uint64_t kSectorBytes = 32;
inline constexpr std::uint64_t kLineBytes = 128;

// What goes between the first cache and the second: requests, each of sectors of one line.
struct Requested {
  double lines = 0;
  double sectors = 0;

  Requested& operator+=(const Requested& other) {
    lines += other.lines;
    sectors += other.sectors;
    return *this;
  }
};

// `sectors` are sorted.
[[nodiscard]] Requested requested(std::span<const std::uint64_t> sectors);

// A load of global or constant memory, or a store or an update of it, by a sub-group. Loads of
// local memory are there if their lanes wait for one another.
struct RecordedAccess {
  std::uint32_t access = 0;  // in Program::accesses
  std::uint32_t first_sector = 0;
  std::uint32_t sectors = 0;
  bool is_whole = false;  // stores all of them
  // A load that waits for the second cache, as the first cache finds.
  bool is_missed = false;
  // Of a compare-and-exchange that is tried until it succeeds, otherwise 0: how many lanes ask for
  // the same word, at most.
  std::uint32_t trying_lanes = 0;
  // Of a load of constant or local memory: how much longer it takes than one whose lanes all ask
  // for a word that is near.
  double more_cycles = 0;
};

// A block that lanes of a sub-group ran together.
struct RecordedRun {
  std::uint32_t block = 0;
  std::uint16_t lanes = 0;
  std::uint32_t first_access = 0;
  std::uint32_t accesses = 0;
};

// Atomic updates of a sector: how often, and of how many words at once.
struct UpdatesOfSector {
  double times = 0;
  double words = 0;
  // Of compare-and-exchange that is tried until it succeeds: how often it did, and of which words
  // (a bit each).
  double successes = 0;
  std::uint32_t tried_words = 0;
};

// The passes through banks of an access: as many as the last time where its addresses are as far
// from one another and whole words further on, so that each bank has the words of another one.
class PassesOfAccess {
 public:
  template <typename Passes>
  double of(std::span<const std::uint64_t> addresses, const Passes& passes) {
    if (!lie_as_last(addresses)) {
      last_.assign(addresses.begin(), addresses.end());
      passes_ = passes();
    }
    return passes_;
  }

 private:
  [[nodiscard]] bool lie_as_last(std::span<const std::uint64_t> addresses) const;

  std::vector<std::uint64_t> last_;
  double passes_ = 0;
};

// What the sub-groups of a group did.
class GroupRecord : public ptx::WarpSink {
 public:
  // Both must outlive the walks that it takes in.
  GroupRecord(const ptx::Program& program, const std::vector<AccessCode>& codes)
      : program_(program), codes_(codes), passes_(program.accesses.size()) {}

  void begin_sub_group(unsigned items) override;
  void run_block(std::uint32_t block, unsigned lanes,
                 std::span<const ptx::WarpAccess> accesses) override;

  [[nodiscard]] std::size_t sub_groups() const { return first_run_.size(); }
  [[nodiscard]] std::span<const RecordedRun> runs_of(std::size_t sub_group) const;
  [[nodiscard]] std::span<const RecordedAccess> accesses_of(const RecordedRun& run) const {
    return std::span(accesses_).subspan(run.first_access, run.accesses);
  }
  [[nodiscard]] const RecordedAccess& access(std::uint32_t number) const {
    return accesses_[number];
  }
  [[nodiscard]] std::span<const std::uint64_t> sectors_of(const RecordedAccess& access) const {
    return std::span(sectors_).subspan(access.first_sector, access.sectors);
  }

  // Of all sub-groups.
  struct Counts {
    // Passes through the first cache, and what loads of constant memory take in such passes.
    double lines = 0;
    double local_passes = 0;  // through local memory: one for each word that a bank is asked for
    Requested stored;
    double updates = 0;  // atomic ones of global memory, as slices of the second cache do them
    double local_updates = 0;  // of local memory
    double barriers = 0;       // by sub-groups
    double lane_runs = 0;      // instructions by lanes
    // Of compare-and-exchange that is tried until it succeeds: how often it did, of these by loops
    // that load before each try, and lanes that ran such loops.
    double successes = 0;
    double loaded_successes = 0;
    double trying_lanes = 0;
  };
  [[nodiscard]] const Counts& counts() const { return counts_; }
  void note_missed(std::uint32_t first_access) { accesses_[first_access].is_missed = true; }

  // Distinct ones that are stored to: pieces of two sectors, which memory is written by, and
  // sectors of which a part only is stored, so that the rest has to be read.
  struct Written {
    double pieces = 0;
    double partial_sectors = 0;
  };
  [[nodiscard]] Written written() const;
  [[nodiscard]] const std::map<std::uint64_t, UpdatesOfSector>& updates() const { return updates_; }

 private:
  void add_local(const ptx::WarpAccess& one, const ptx::Access& access);
  void add_global(const ptx::WarpAccess& one, const ptx::Access& access);
  void add_constant(const ptx::WarpAccess& one, const ptx::Access& access);
  void add_updates(const ptx::WarpAccess& one);
  void add_tries(const ptx::WarpAccess& one, double lanes_of_word);
  void add_stored(const ptx::WarpAccess& one, std::uint64_t bytes);

  const ptx::Program& program_;
  const std::vector<AccessCode>& codes_;
  std::vector<std::size_t> first_run_;  // of each sub-group
  std::vector<RecordedRun> runs_;
  std::vector<RecordedAccess> accesses_;
  std::vector<std::uint64_t> sectors_;
  std::vector<std::uint64_t> scratch_;
  std::vector<PassesOfAccess> passes_;  // by access
  ConstantMemory constant_;
  double trying_lanes_ = 0;                                  // of this sub-group
  std::map<std::uint64_t, UpdatesOfSector> updates_;         // by sector
  std::unordered_map<std::uint64_t, std::uint32_t> stored_;  // bytes of a sector, a bit each
  Counts counts_;
};

// So often lanes that are served `lanes` at a time go through memory of 32 banks: each gives a word
// of 4 bytes at a time, to all lanes that ask for that word. `bytes` are those of a lane.
[[nodiscard]] double bank_passes(std::span<const std::uint64_t> addresses, unsigned bytes,
                                 unsigned lanes);

// Through local memory: half of a sub-group at a time where a lane asks for more than a word. Where
// all ask for the same, half as long: an H200 gives 32 words in 19 cycles to lanes that add them
// up, and two different addresses of 16 bytes, one for each half, in 2.4.
[[nodiscard]] double local_passes(std::span<const std::uint64_t> addresses, unsigned bytes);

}  // namespace clgauge::lens::simt
