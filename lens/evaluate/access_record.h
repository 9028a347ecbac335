#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "lens/evaluate/trace.h"

namespace clgauge::lens {

// What a group accesses, on its way to a sink: given in batches, and the last of it kept, so that
// stretches of rounds can be compared. Not thread-safe.
class AccessRecord {
 public:
  // What comes from now on goes there, or nowhere (null: then nothing is added).
  void start(AccessSink* sink, bool remembers);
  // As if nothing had been added. The sink stays.
  void start_anew();
  [[nodiscard]] bool has_sink() const { return sink_ != nullptr; }
  // Nothing is added until resume() gives back the sink.
  [[nodiscard]] AccessSink* pause() { return std::exchange(sink_, nullptr); }
  void resume(AccessSink* sink) { sink_ = sink; }
  // How many accesses and covers a group may make. Those below throw Refusal beyond that.
  void set_limit(std::uint64_t most_accesses) { most_ = most_accesses; }

  // The next access, to be filled in place: a copy would wait for its parts to reach the cache.
  [[nodiscard]] MemoryAccess& next() {
    if (end_ == full_) {
      make_room(1);
    }
    return accesses_[end_++];
  }
  // Adds a stretch of accesses so many times, each time further on by their steps: to the last of
  // them it is taken.
  void go_on(std::span<MemoryAccess> stretch, std::span<const std::uint64_t> steps,
             std::uint64_t times);
  void cover(std::uint64_t address, unsigned bytes, bool is_store);
  // Gives the sink all that it has not got yet.
  void flush();

  // How many accesses were added.
  [[nodiscard]] std::uint64_t count() const { return forgotten_ + end_; }
  [[nodiscard]] std::uint64_t covers() const { return covers_; }
  // Those since there were so many, one behind the other; null where that is too long ago.
  [[nodiscard]] const MemoryAccess* since(std::uint64_t count) const {
    return count < forgotten_ ? nullptr : accesses_.data() + (count - forgotten_);
  }

  // What AlikeRounds tells the sink (AccessSink), behind all accesses so far.
  [[nodiscard]] std::size_t mark_rounds();
  [[nodiscard]] unsigned longer_stretches(std::size_t first, std::size_t last) const {
    return sink_ == nullptr ? 1 : sink_->longer_stretches(first, last);
  }
  // What comes next is the last one of those, until end_repeated().
  void repeat(std::size_t first, std::size_t last, std::uint64_t times);
  void end_repeated();

 private:
  static constexpr std::size_t kBatch = 1024;
  // So few that they stay in a near cache of the machine that evaluates.
  static constexpr std::size_t kMostRemembered = std::size_t{1} << 15U;

  void make_room(std::size_t accesses);
  void give(std::size_t stretch);
  void count_given(std::uint64_t more);

  AccessSink* sink_ = nullptr;
  bool remembers_ = false;
  bool is_repeated_ = false;  // what the sink was told of already
  std::vector<MemoryAccess> accesses_;
  std::size_t end_ = 0;  // of those in it; behind it is room until full_
  std::size_t full_ = 0;
  std::size_t given_ = 0;        // of those in it, to the sink
  std::uint64_t forgotten_ = 0;  // that came before them
  std::uint64_t covers_ = 0;
  std::uint64_t all_given_ = 0;  // covers included
  std::uint64_t most_ = ~std::uint64_t{0};
};

}  // namespace clgauge::lens
