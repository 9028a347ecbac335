// Measures the geometry of every device of this machine and prints one JSON object each: its name,
// the curves, what they say, the seconds it took. How tests/microbench/recorded/ was made.
#include <atomic>
#include <chrono>
#include <iostream>

#include <nlohmann/json.hpp>

#include "microbench/geometry/measure_geometry.h"
#include "worker_fixture.h"

int main() {
  using namespace clgauge::microbench;
  const std::atomic<bool> never = false;
  for (const auto& device : devices_here()) {
    const auto start = std::chrono::steady_clock::now();
    const auto measured = measure_geometry(device, never, 9, worker_of_this_build());
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    std::cout << nlohmann::json({{"device", device.platform},
                                 {"seconds", seconds.count()},
                                 {"problem", measured->problem},
                                 {"geometry", to_json(geometry_of(measured->curves))},
                                 {"curves", to_json(measured->curves)}})
                     .dump()
              << std::endl;
  }
}
