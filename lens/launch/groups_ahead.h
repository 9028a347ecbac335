#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <future>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace clgauge::lens {

// Walks groups in a thread of its own, in order, while others are walked elsewhere. What comes out
// does not depend on who is quicker. One thread may ask.
template <typename Group>
class GroupsAhead {
 public:
  using Id = std::array<std::uint64_t, 3>;

  // `walk` is called by that thread alone.
  GroupsAhead(const std::vector<Id>& ids, std::function<Group(const Id&)> walk)
      : walk_(std::move(walk)) {
    for (const Id& id : ids) {
      groups_.push_back({id, std::packaged_task<Group()>([this, id] { return walk_(id); }), {}});
      groups_.back().walked = groups_.back().task.get_future();
    }
    thread_ = std::thread([this] {
      for (One& one : groups_) {
        if (is_stopped_) {
          return;
        }
        one.task();
      }
    });
  }
  // Waits for the group that is being walked.
  ~GroupsAhead() {
    is_stopped_ = true;
    thread_.join();
  }
  GroupsAhead(const GroupsAhead&) = delete;
  GroupsAhead& operator=(const GroupsAhead&) = delete;

  // Once each: the group, when it is walked, or none where nobody asked for it ahead. Throws what
  // walking it threw.
  [[nodiscard]] std::optional<Group> take(const Id& id) {
    for (One& one : groups_) {
      if (one.id == id && one.walked.valid()) {
        return one.walked.get();
      }
    }
    return std::nullopt;
  }

 private:
  struct One {
    Id id{};
    std::packaged_task<Group()> task;
    std::future<Group> walked;
  };

  std::function<Group(const Id&)> walk_;
  std::vector<One> groups_;
  std::atomic<bool> is_stopped_ = false;
  std::thread thread_;
};

}  // namespace clgauge::lens
