#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>

#include "base/temporary_file.h"

namespace clgauge::service {

// Documents that clients send in pieces, because a line is short. They wait in files without names
// beside the store, so that memory stays bounded. Thread-safe.
class Uploads {
 public:
  static constexpr std::size_t kAtOnce = 8;
  static constexpr std::size_t kMaxBytes = std::size_t{8} << 30U;
  // One that gets no piece for this long is forgotten when the next one begins.
  static constexpr std::chrono::seconds kPatience{60};

  explicit Uploads(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // Adds a piece to an upload, or begins one when `id` is empty; returns its id. Throws
  // Error(input) when there is none of that id or it grows too large, Error(usage) when there are
  // too many, Error(store) when the disk is full: the upload is then forgotten.
  std::string append(const std::string& id, const std::string& piece);

  // The whole, to be read from its beginning; it is forgotten here.
  [[nodiscard]] TemporaryFile take(const std::string& id);

 private:
  using Clock = std::chrono::steady_clock;
  struct Upload {
    TemporaryFile file;
    std::size_t bytes = 0;
    Clock::time_point last_piece = Clock::now();
  };
  std::string begin();

  std::filesystem::path folder_;
  std::mutex mutex_;
  std::map<std::string, Upload> uploads_;
  std::size_t begun_ = 0;
};

}  // namespace clgauge::service
