#include "service/daemon/metrics.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace clgauge::service {

void Metrics::count(std::string_view method, bool ok, std::chrono::nanoseconds took) {
  ++requests_;
  const double seconds = std::chrono::duration<double>(took).count();
  const auto bucket = static_cast<std::size_t>(
      std::lower_bound(kBounds.begin(), kBounds.end(), seconds) - kBounds.begin());
  const std::lock_guard lock(mutex_);
  auto found = methods_.find(method);
  if (found == methods_.end()) {
    found = methods_.emplace(method, PerMethod{}).first;
  }
  PerMethod& one = found->second;
  ++(ok ? one.good : one.failed);
  one.seconds += seconds;
  ++one.latency[bucket];
}

std::string Metrics::prometheus() const {
  std::string text;
  const auto out = std::back_inserter(text);
  const std::lock_guard lock(mutex_);
  fmt::format_to(out,
                 "# HELP clgauge_clients Clients connected now.\n# TYPE clgauge_clients gauge\n"
                 "clgauge_clients {}\n",
                 clients_.load());
  fmt::format_to(
      out,
      "# HELP clgauge_refused_clients_total Connections closed at once: another user, or "
      "too many.\n# TYPE clgauge_refused_clients_total counter\n"
      "clgauge_refused_clients_total {}\n",
      refused_clients_.load());
  text +=
      "# HELP clgauge_requests_total Requests answered.\n# TYPE clgauge_requests_total counter\n";
  for (const auto& [method, one] : methods_) {
    fmt::format_to(out, "clgauge_requests_total{{method=\"{}\",outcome=\"ok\"}} {}\n", method,
                   one.good);
    fmt::format_to(out, "clgauge_requests_total{{method=\"{}\",outcome=\"error\"}} {}\n", method,
                   one.failed);
  }
  text +=
      "# HELP clgauge_request_seconds Time from a request's line to its answer.\n"
      "# TYPE clgauge_request_seconds histogram\n";
  for (const auto& [method, one] : methods_) {
    std::uint64_t below = 0;
    for (std::size_t i = 0; i < kBounds.size(); ++i) {
      below += one.latency[i];
      fmt::format_to(out, "clgauge_request_seconds_bucket{{method=\"{}\",le=\"{:g}\"}} {}\n",
                     method, kBounds[i], below);
    }
    const std::uint64_t all = one.good + one.failed;
    fmt::format_to(out, "clgauge_request_seconds_bucket{{method=\"{}\",le=\"+Inf\"}} {}\n", method,
                   all);
    fmt::format_to(out, "clgauge_request_seconds_sum{{method=\"{}\"}} {:.9g}\n", method,
                   one.seconds);
    fmt::format_to(out, "clgauge_request_seconds_count{{method=\"{}\"}} {}\n", method, all);
  }
  return text;
}

}  // namespace clgauge::service
