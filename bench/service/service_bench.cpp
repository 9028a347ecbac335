// clgauged beside Redis, both on a Unix socket, in one run, by the same load: `predict` of a known
// kernel at ever new sizes beside GET of 64 bytes, and `select` among 30 variants. Prints a table
// and, last, what redis-benchmark itself says of the same Redis. Needs redis-server and
// redis-benchmark (package redis-server); without them clgauged alone is measured.
#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <thread>

#include <nlohmann/json.hpp>

#include "base/child_process.h"
#include "base/paths.h"
#include "db/exchange/store_json.h"
#include "load.h"
#include "server_process.h"
#include "service/keeper/daemon_keeper.h"

namespace clgauge::bench {
namespace {

using std::chrono::milliseconds;

constexpr const char* kCalibration =
    CLGAUGE_SOURCE_DIR "/data/devices/pocl-3.1-epyc-2core-quick.json";
constexpr int kVariants = 30;

void wait_for(const std::filesystem::path& socket) {
  for (int i = 0; i < 500; ++i) {
    if (service::RpcClient::connect(socket)) {
      return;
    }
    std::this_thread::sleep_for(milliseconds(20));
  }
  throw std::runtime_error(socket.string() + ": nobody listens there");
}

bool is_there(const std::string& program) {
  return run_child("/bin/sh", {"-c", "command -v " + program}, "", {}).exit_status == 0;
}

std::size_t line_bytes(const char* data, std::size_t size) {
  const void* const end = std::memchr(data, '\n', size);
  return end == nullptr ? 0 : static_cast<std::size_t>(static_cast<const char*>(end) - data) + 1;
}

// "$64\r\n", 64 bytes, "\r\n"
Question redis_get() {
  constexpr std::size_t kAnswer = 5 + 64 + 2;
  return {[](std::size_t) { return std::string("*2\r\n$3\r\nGET\r\n$3\r\nkey\r\n"); },
          [](const char*, std::size_t size) { return size < kAnswer ? 0 : kAnswer; }};
}

// The id of one of the matmul kernels; builds with other options are other kernels.
std::string counted(service::RpcClient& daemon, const std::string& file, int build) {
  return daemon
      .call("count",
            {{"source", read_file(CLGAUGE_SOURCE_DIR "/kernels/matmul/" + file)},
             {"options", "-DBUILD=" + std::to_string(build)},
             {"global", {"n", "n"}},
             {"local", {16, 16}},
             {"sizes", {{"n", 1024}}}},
            milliseconds(60'000))
      .at("id");
}

Question brief_predict(const std::string& id, const std::string& device, const std::string& model) {
  return {[id, device, model](std::size_t n) {
            return nlohmann::json({{"jsonrpc", "2.0"},
                                   {"id", n},
                                   {"method", "predict"},
                                   {"params",
                                    {{"id", id},
                                     {"device", device},
                                     {"model", model},
                                     {"sizes", {{"n", 16 * (n + 1)}}},
                                     {"brief", true}}}})
                       .dump() +
                   "\n";
          },
          line_bytes};
}

Question select_of(const std::vector<std::string>& ids, const std::string& device,
                   const std::string& model) {
  nlohmann::json candidates = nlohmann::json::array();
  for (const std::string& id : ids) {
    candidates.push_back({{"id", id}, {"name", "v" + std::to_string(candidates.size())}});
  }
  return {[candidates, device, model](std::size_t n) {
            return nlohmann::json({{"jsonrpc", "2.0"},
                                   {"id", n},
                                   {"method", "select"},
                                   {"params",
                                    {{"candidates", candidates},
                                     {"device", device},
                                     {"model", model},
                                     {"sizes", {{"n", 16 * (n + 1)}}}}}})
                       .dump() +
                   "\n";
          },
          line_bytes};
}

void print(const std::string& what, const LoadShape& shape, const LoadResult& result) {
  std::cout << fmt::format("{:<24} {:>7} {:>8} {:>12.0f} {:>9.1f} {:>9.1f}\n", what, shape.clients,
                           shape.pipeline, result.requests_per_second, 1e6 * result.p50_seconds,
                           1e6 * result.p99_seconds)
            << std::flush;
}

int run(double seconds) {
  auto pattern = (std::filesystem::temp_directory_path() / "clgauge-bench-XXXXXX").string();
  const std::filesystem::path folder = ::mkdtemp(pattern.data());
  const auto daemon_socket = folder / "d" / "clgauged.sock";
  const auto redis_socket = folder / "redis.sock";
  ::setenv("CLGAUGE_DB", (folder / "store.db").c_str(), 1);
  {
    db::Store store = service::open_user_store();
    std::ifstream in(kCalibration);
    static_cast<void>(db::import_json(store, in));
  }
  const Server daemon(
      {CLGAUGE_BINARY_DIR "/service/clgauged", "--quiet", "--socket", daemon_socket.string()});
  wait_for(daemon_socket);
  auto client = service::RpcClient::connect(daemon_socket);
  const std::string device = client->call("devices", nlohmann::json::object(), milliseconds(60'000))
                                 .at("devices")
                                 .back()
                                 .at("id");
  std::vector<std::string> ids;
  for (int v = 0; v < kVariants; ++v) {
    ids.push_back(counted(*client, v % 2 == 0 ? "tiled.cl" : "naive.cl", v));
  }
  std::optional<Server> redis;
  const bool has_redis = is_there("redis-server") && is_there("redis-benchmark");
  if (has_redis) {
    redis.emplace(std::vector<std::string>{"redis-server", "--port", "0", "--unixsocket",
                                           redis_socket.string(), "--save", "", "--appendonly",
                                           "no", "--loglevel", "warning"});
    wait_for(redis_socket);
    const auto set = run_child(
        "/bin/sh",
        {"-c", "redis-cli -s " + redis_socket.string() + " set key " + std::string(64, 'x')}, "",
        {});
    if (set.exit_status != 0) {
      throw std::runtime_error("redis-cli: " + set.errors);
    }
  }
  std::cout << fmt::format("{:<24} {:>7} {:>8} {:>12} {:>9} {:>9}\n", "", "clients", "pipeline",
                           "requests/s", "p50 us", "p99 us");
  for (const std::size_t clients : {1U, 50U}) {
    for (const std::size_t pipeline : {1U, 16U}) {
      const LoadShape shape{clients, pipeline, seconds};
      if (has_redis) {
        print("redis GET 64 bytes", shape, load(redis_socket, redis_get(), shape));
      }
      for (const char* const model : {"source", "best"}) {
        print(std::string("clgauged predict, ") + model, shape,
              load(daemon_socket, brief_predict(ids.front(), device, model), shape));
      }
    }
  }
  const LoadShape one{1, 1, seconds};
  for (const char* const model : {"source", "best"}) {
    print(std::string("clgauged select 30, ") + model, one,
          load(daemon_socket, select_of(ids, device, model), one));
  }
  if (has_redis) {
    for (const char* const shape : {"-c 1 -P 1", "-c 1 -P 16", "-c 50 -P 1", "-c 50 -P 16"}) {
      const auto said = run_child("/bin/sh",
                                  {"-c", "redis-benchmark -s " + redis_socket.string() +
                                             " -t get -d 64 -n 300000 --csv " + shape},
                                  "", {});
      std::cout << "redis-benchmark " << shape << ":\n" << said.output;
    }
  }
  std::filesystem::remove_all(folder);
  return 0;
}

}  // namespace
}  // namespace clgauge::bench

int main(int argc, char** argv) {
  try {
    return clgauge::bench::run(argc > 1 ? std::stod(argv[1]) : 2);
  } catch (const std::exception& error) {
    std::cerr << "service_bench: " << error.what() << '\n';
    return 1;
  }
}
