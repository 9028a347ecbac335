#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

namespace clgauge::service {

// What the daemon has done since it started, as Prometheus text. Thread-safe.
class Metrics {
 public:
  // One request answered: by method (only names of known methods: labels are bounded).
  void count(std::string_view method, bool ok, std::chrono::nanoseconds took);
  // All requests so far.
  [[nodiscard]] std::uint64_t requests() const { return requests_; }
  void set_clients(std::size_t clients) { clients_ = clients; }
  void count_refused_client() { ++refused_clients_; }

  // prometheus.io/docs/instrumenting/exposition_formats, version 0.0.4.
  [[nodiscard]] std::string prometheus() const;

 private:
  // Upper bounds of the latency histogram, in seconds: from a cached answer to a collected kernel.
  static constexpr std::array<double, 8> kBounds{10e-6, 50e-6, 250e-6, 1e-3, 10e-3, 0.1, 1, 10};
  struct PerMethod {
    std::uint64_t good = 0;
    std::uint64_t failed = 0;
    double seconds = 0;
    std::array<std::uint64_t, kBounds.size() + 1> latency{};
  };
  mutable std::mutex mutex_;
  std::map<std::string, PerMethod, std::less<>> methods_;
  std::atomic<std::uint64_t> requests_{0};
  std::atomic<std::size_t> clients_{0};
  std::atomic<std::uint64_t> refused_clients_{0};
};

}  // namespace clgauge::service
