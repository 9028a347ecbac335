#include "lens/evaluate/access_record.h"

#include <fmt/format.h>

#include <algorithm>

#include "lens/evaluate/refusal.h"

namespace clgauge::lens {

void AccessRecord::start(AccessSink* sink, bool remembers) {
  sink_ = sink;
  remembers_ = remembers;
  start_anew();
}

void AccessRecord::start_anew() {
  end_ = given_ = full_ = 0;
  forgotten_ = covers_ = all_given_ = 0;
  is_repeated_ = false;
}

void AccessRecord::count_given(std::uint64_t more) {
  all_given_ += more;
  if (all_given_ > most_) {
    throw Refusal(RefusalKind::step_limit,
                  fmt::format("{}: a work-group makes more than {} accesses",
                              name_of(RefusalKind::step_limit), most_));
  }
}

// All that has not been given yet: stretches of so many accesses.
void AccessRecord::give(std::size_t stretch) {
  const std::span<const MemoryAccess> accesses(accesses_.data() + given_, end_ - given_);
  given_ = end_;
  count_given(accesses.size());
  if (is_repeated_) {
    sink_->consume_repeated(accesses);
  } else if (stretch < accesses.size()) {
    sink_->consume_stretches(accesses, stretch);
  } else {
    sink_->consume(accesses);
  }
}

void AccessRecord::flush() {
  if (end_ != given_) {
    give(end_ - given_);
  }
}

// Of all that was given, what is not too long ago stays.
void AccessRecord::make_room(std::size_t accesses) {
  flush();
  const std::size_t room = std::max(accesses, kBatch);
  const std::size_t kept = !remembers_                      ? 0
                           : end_ + room <= kMostRemembered ? end_
                                                            : std::min(end_, kMostRemembered / 2);
  if (kept < end_) {
    forgotten_ += end_ - kept;
    std::copy(accesses_.begin() + static_cast<std::ptrdiff_t>(end_ - kept),
              accesses_.begin() + static_cast<std::ptrdiff_t>(end_), accesses_.begin());
    end_ = given_ = kept;
  }
  if (end_ + room > accesses_.size()) {
    accesses_.resize(std::max(end_ + room, 2 * accesses_.size()));
  }
  full_ = end_ + room;
}

void AccessRecord::go_on(std::span<MemoryAccess> stretch, std::span<const std::uint64_t> steps,
                         std::uint64_t times) {
  constexpr std::size_t kAtOnce = 8192;
  flush();
  while (times > 0 && !stretch.empty()) {
    const std::uint64_t part =
        std::min<std::uint64_t>(times, std::max<std::size_t>(1, kAtOnce / stretch.size()));
    make_room(part * stretch.size());
    MemoryAccess* to = accesses_.data() + end_;
    const MemoryAccess* from = stretch.data();
    for (std::uint64_t k = 0; k < part; ++k) {
      for (std::size_t i = 0; i < stretch.size(); ++i) {
        to[i] = from[i];
        to[i].address += steps[i];
      }
      from = to;
      to += stretch.size();
    }
    std::copy_n(from, stretch.size(), stretch.begin());
    end_ += part * stretch.size();
    give(stretch.size());
    times -= part;
  }
}

void AccessRecord::cover(std::uint64_t address, unsigned bytes, bool is_store) {
  if (sink_ != nullptr) {
    flush();
    ++covers_;
    count_given(1);
    if (!is_repeated_) {
      sink_->cover(address, bytes, is_store);
    }
  }
}

std::size_t AccessRecord::mark_rounds() {
  flush();
  return sink_ == nullptr ? 0 : sink_->mark_rounds();
}

void AccessRecord::repeat(std::size_t first, std::size_t last, std::uint64_t times) {
  if (sink_ != nullptr) {
    flush();
    sink_->repeat(first, last, times);
    is_repeated_ = true;
  }
}

void AccessRecord::end_repeated() {
  flush();
  is_repeated_ = false;
}

}  // namespace clgauge::lens
