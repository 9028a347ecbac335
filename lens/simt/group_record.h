#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "lens/ptx/program.h"
#include "lens/ptx/warp_walker.h"

namespace clgauge::lens::simt {

// Memory beyond the first cache is asked for by sectors; the first cache looks up lines.
inline constexpr std::uint64_t kSectorBytes = 32;
inline constexpr std::uint64_t kLineBytes = 128;

// A load of global or constant memory, or a store or an update of it, by a sub-group.
struct RecordedAccess {
  std::uint32_t access = 0;  // in Program::accesses
  std::uint32_t first_sector = 0;
  std::uint32_t sectors = 0;
};

// A block that lanes of a sub-group ran together.
struct RecordedRun {
  std::uint32_t block = 0;
  std::uint16_t lanes = 0;
  std::uint32_t first_access = 0;
  std::uint32_t accesses = 0;
};

// What the sub-groups of a group did.
class GroupRecord : public ptx::WarpSink {
 public:
  // `program` must outlive it.
  explicit GroupRecord(const ptx::Program& program) : program_(program) {}

  void begin_sub_group(unsigned items) override;
  void run_block(std::uint32_t block, unsigned lanes,
                 std::span<const ptx::WarpAccess> accesses) override;

  [[nodiscard]] std::size_t sub_groups() const { return first_run_.size(); }
  [[nodiscard]] std::span<const RecordedRun> runs_of(std::size_t sub_group) const;
  [[nodiscard]] std::span<const RecordedAccess> accesses_of(const RecordedRun& run) const {
    return std::span(accesses_).subspan(run.first_access, run.accesses);
  }
  [[nodiscard]] std::span<const std::uint64_t> sectors_of(const RecordedAccess& access) const {
    return std::span(sectors_).subspan(access.first_sector, access.sectors);
  }

  // Of all sub-groups.
  struct Counts {
    double lines = 0;         // that accesses of global memory look up, each once an access
    double local_passes = 0;  // through local memory: one for each word that a bank is asked for
    double stored_sectors = 0;
    double updates = 0;        // atomic ones, by lanes, of global memory
    double local_updates = 0;  // of local memory
    double barriers = 0;       // by sub-groups
    double merged_loads = 0;   // of local memory, that went with the one before them
    double lane_runs = 0;      // instructions by lanes
  };
  [[nodiscard]] const Counts& counts() const { return counts_; }
  [[nodiscard]] const std::map<std::uint64_t, double>& updates() const { return updates_; }

 private:
  // Loads of local memory that the assembler makes one of: up to 16 bytes side by side, where all
  // lanes' begin at a multiple of as much.
  struct Together {
    std::vector<std::uint64_t> addresses;
    unsigned bytes = 0;
  };

  void add_local(const ptx::WarpAccess& one, const ptx::Access& access);
  [[nodiscard]] bool joins(const ptx::WarpAccess& one, unsigned bytes);
  void end_together();
  void add_global(const ptx::WarpAccess& one, const ptx::Access& access);

  const ptx::Program& program_;
  std::vector<std::size_t> first_run_;  // of each sub-group
  std::vector<RecordedRun> runs_;
  std::vector<RecordedAccess> accesses_;
  std::vector<std::uint64_t> sectors_;
  std::vector<std::uint64_t> scratch_;
  std::vector<Together> together_;
  std::map<std::uint64_t, double> updates_;  // by address
  Counts counts_;
};

// So often a sub-group's access of local memory goes through it: each of 32 banks gives a word of 4
// bytes at a time, to all lanes that ask for that word. `bytes` are those of a lane; of more than 4
// fewer lanes are served together.
[[nodiscard]] double local_passes(std::span<const std::uint64_t> addresses, unsigned bytes);

}  // namespace clgauge::lens::simt
