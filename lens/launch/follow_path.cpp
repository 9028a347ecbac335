#include "lens/launch/follow_path.h"

#include <cstddef>

#include "lens/code/mc.h"
#include "lens/traffic/young_stores.h"

namespace clgauge::lens {
namespace {

// Of the accesses, so many may be left over: what pushes and pops return addresses is no load or
// store of the path's.
constexpr double kMostLeftOver = 0.1;

class Follower {
 public:
  Follower(const MachineCode& code, const std::vector<InstructionKind>& kinds,
           const GroupTrace& trace, const AccessTrace& accesses)
      : code_(code),
        kinds_(kinds),
        trace_(trace),
        accesses_(accesses),
        next_block_(code.functions.front().first_block),
        accessing_(code.blocks.size()) {}

  // Goes on from where it is until the path has so many instructions; whether the trace tells it.
  bool follow(std::uint64_t most_instructions) {
    while (next_block_ && instructions_ < most_instructions) {
      const std::uint32_t at = *next_block_;
      path_.blocks.push_back(at);
      instructions_ += code_.blocks[at].instruction_count;
      see_accesses(at);
      next_block_ = block_after(at);
      if (is_lost_) {
        return false;
      }
    }
    return static_cast<double>(left_over_) <= kMostLeftOver * static_cast<double>(next_access_);
  }
  [[nodiscard]] TracedPath& path() { return path_; }

 private:
  // Nothing at the group's end.
  std::optional<std::uint32_t> block_after(std::uint32_t at) {
    const BasicBlock& block = code_.blocks[at];
    const std::uint32_t last = block.first_instruction + block.instruction_count - 1;
    const bool is_counted = trace_.call_sites.contains(last);  // a call that is not walked
    if (block.callee && !is_counted) {
      is_lost_ = block.successors.empty();  // a call that does not come back
      callers_.push_back(at);
      return code_.functions[*block.callee].first_block;
    }
    if (block.successors.empty()) {
      is_lost_ = !is_counted && !code_.mc->description(last).isReturn();
      if (is_lost_ || callers_.empty()) {
        return std::nullopt;
      }
      const std::uint32_t caller = callers_.back();
      callers_.pop_back();
      return code_.blocks[caller].successors.front();
    }
    if (block.successors.size() == 1) {
      return block.successors.front();
    }
    const bool is_told = next_branch_ < trace_.branches.size() &&
                         trace_.branches[next_branch_].instruction() == last && !is_counted;
    if (!is_told) {
      is_lost_ = true;
      return std::nullopt;
    }
    const BranchOutcome went = trace_.branches[next_branch_++];
    const std::size_t way = went.is_through_table() ? went.successor() : went.is_taken() ? 0 : 1;
    if (way >= block.successors.size()) {
      is_lost_ = true;
      return std::nullopt;
    }
    return block.successors[way];
  }

  void see_accesses(std::uint32_t block) {
    if (!accessing_[block]) {
      accessing_[block] = accessing_in(code_.blocks[block]);
    }
    for (const Accessing& one : *accessing_[block]) {
      see_accesses_of(one.instruction, one.makes_one);
    }
  }

  // An instruction that may make accesses. A plain one loads once and stores once at most; the
  // others make an access per lane.
  struct Accessing {
    std::uint32_t instruction = 0;
    bool makes_one = false;
  };
  [[nodiscard]] std::vector<Accessing> accessing_in(const BasicBlock& block) const {
    std::vector<Accessing> all;
    for (std::uint32_t i = 0; i < block.instruction_count; ++i) {
      const std::uint32_t instruction = block.first_instruction + i;
      const llvm::MCInstrDesc& description = code_.mc->description(instruction);
      if (description.mayLoad() || description.mayStore() || description.isCall()) {
        all.push_back({instruction,
                       is_plain(kinds_[instruction]) && !trace_.call_sites.contains(instruction)});
      }
    }
    return all;
  }

  void see_accesses_of(std::uint32_t instruction, bool makes_one) {
    bool has_loaded = false;
    bool has_stored = false;
    for (const Access* access = next_of(instruction); access != nullptr;
         access = next_of(instruction)) {
      bool& before = access->is_store ? has_stored : has_loaded;
      if (makes_one && (before || (has_stored && !access->is_store))) {
        break;
      }
      before = true;
      pass(*access);
      ++next_access_;
    }
  }

  // The next access, if this instruction may have made it; those of instructions that were not
  // waited for are left over.
  const Access* next_of(std::uint32_t instruction) {
    constexpr std::size_t kFar = 8;
    std::size_t skipped = 0;
    for (std::size_t next = next_access_; next < accesses_.size() && skipped < kFar; ++next) {
      const Access& access = accesses_[next];
      if (access.is_cover) {
        continue;
      }
      if (access.instruction == instruction) {
        left_over_ += skipped;
        next_access_ = next;
        return &access;
      }
      if (!makes_unseen_accesses(access.instruction)) {
        return nullptr;
      }
      ++skipped;
    }
    return nullptr;
  }

  // Returns pop where they go to.
  [[nodiscard]] bool makes_unseen_accesses(std::uint32_t instruction) const {
    return code_.mc->description(instruction).isReturn();
  }

  void pass(const Access& access) {
    const auto block = static_cast<std::uint32_t>(path_.blocks.size() - 1);
    const auto bytes = static_cast<std::uint32_t>(access.bytes);
    if (kinds_[access.instruction] == InstructionKind::locked) {
      return young_.pass();  // what locking costs holds up what comes after (p_locked)
    }
    if (access.is_store) {
      return young_.add(access.address, bytes, {block, access.instruction});
    }
    const auto* const store = young_.load(access.address, bytes, [&](const auto& one) {
      return one.overlaps(access.address, bytes);
    });
    if (store != nullptr) {
      path_.forwarded.push_back(
          {store->note.block, store->note.instruction, block, access.instruction, bytes});
    }
  }

  struct Note {
    std::uint32_t block = 0;
    std::uint32_t instruction = 0;
  };

  const MachineCode& code_;
  const std::vector<InstructionKind>& kinds_;
  const GroupTrace& trace_;
  const AccessTrace& accesses_;
  TracedPath path_;
  std::uint64_t instructions_ = 0;                                // of the path
  std::optional<std::uint32_t> next_block_;                       // nothing behind the group's end
  std::vector<std::optional<std::vector<Accessing>>> accessing_;  // by block, as they are passed
  std::vector<std::uint32_t> callers_;                            // blocks that end with the calls
  std::size_t next_branch_ = 0;
  std::size_t next_access_ = 0;
  std::size_t left_over_ = 0;
  bool is_lost_ = false;
  YoungStores<Note, 64, 192, 16384> young_;
};

}  // namespace

std::optional<TracedPath> follow_path(const MachineCode& code,
                                      const std::vector<InstructionKind>& kinds,
                                      const GroupTrace& trace, const AccessTrace& accesses,
                                      std::uint64_t most_instructions,
                                      const FollowFurther& further) {
  Follower follower(code, kinds, trace, accesses);
  const bool is_told =
      follower.follow(most_instructions) &&
      (!further.unless || further.unless(follower.path()) || follower.follow(further.instructions));
  return is_told ? std::optional(std::move(follower.path())) : std::nullopt;
}

}  // namespace clgauge::lens
