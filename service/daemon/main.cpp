#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <iostream>
#include <optional>
#include <thread>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/file_lock.h"
#include "base/generated/version.h"
#include "base/paths.h"
#include "service/daemon/brief_predict.h"
#include "service/daemon/brief_select.h"
#include "service/daemon/look_taker.h"
#include "service/daemon/methods.h"
#include "service/daemon/notify.h"
#include "service/daemon/server.h"
#include "service/daemon/upkeep.h"
#include "service/keeper/daemon_keeper.h"

namespace clgauge::service {
namespace {

// One connection to the store a thread, made when the thread first needs it.
Knowledge& knowledge_of_this_thread(const std::filesystem::path& store_path,
                                    const std::atomic<std::uint64_t>& changes,
                                    const DeviceWatch& devices, LookTaker* looks) {
  thread_local std::optional<Knowledge> knowledge;
  if (!knowledge) {
    knowledge.emplace(store_path, changes, devices);
    knowledge->take_looks_by(looks);
  }
  return *knowledge;
}

// The lock that makes this process the only writer. Commands share it while they write, which takes
// milliseconds; another daemon keeps it.
FileLock only_writer(const std::filesystem::path& store_path, const std::filesystem::path& socket) {
  constexpr std::chrono::seconds kPatience{10};
  const std::filesystem::path path = store_lock_path(store_path);
  const auto until = std::chrono::steady_clock::now() + kPatience;
  for (;;) {
    if (auto lock = FileLock::try_take(path, socket.string())) {
      return std::move(*lock);
    }
    const bool of_daemon = !FileLock::try_share(path);
    if (of_daemon || std::chrono::steady_clock::now() > until) {
      const auto owner = FileLock::owner(path);
      throw Error(ErrorKind::usage,
                  of_daemon ? "another clgauged" +
                                  (owner ? " (process " + std::to_string(owner->pid) + ")" : "") +
                                  " keeps the store " + store_path.string() +
                                  ": stop it or set CLGAUGE_DB"
                            : "a clgauge command has been writing the store " +
                                  store_path.string() + " for 10 s: wait for it to end");
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

void serve(const std::filesystem::path& socket_path, const UpkeepOptions& options,
           bool takes_looks) {
  const std::filesystem::path store_path = std::filesystem::absolute(user_store_path());
  ListeningSocket socket = ListeningSocket::acquire(socket_path);
  { const db::Store made = open_kept_store(store_path); }  // so that there is a folder for the lock
  const FileLock writer = only_writer(store_path, socket.path());

  Metrics metrics;
  DeviceWatch devices;
  std::atomic<Server*> announce = nullptr;
  const auto announce_as = [&](const char* method, bool detail) {
    return [&announce, method, detail](const nlohmann::json& event) {
      if (Server* const server = announce; server != nullptr) {
        server->notify({{"jsonrpc", "2.0"}, {"method", method}, {"params", event}}, detail);
      }
    };
  };
  std::atomic<std::uint64_t> changes = 0;
  CalibrationJobs jobs(store_path, {announce_as("job", false), announce_as("sample", true),
                                    [&changes] { ++changes; }});
  std::optional<LookTaker> looks;
  if (takes_looks) {
    looks.emplace(store_path, devices, jobs, changes);
  }
  Uploads uploads(store_path.parent_path());
  DriftWatch drift;
  Daemon daemon{store_path, metrics, jobs, devices, uploads, drift, changes};
  const auto knowledge = [&]() -> Knowledge& {
    Knowledge& own =
        knowledge_of_this_thread(store_path, changes, devices, looks ? &*looks : nullptr);
    own.refresh();
    return own;
  };
  BriefPredict brief_predict;  // of the server's thread, both
  BriefSelect brief_select;
  RequestHandler handler;
  handler.at_once = [&](std::string_view line, std::string& answer) -> const char* {
    Knowledge& own = knowledge();
    return brief_predict.answer(own, line, answer)  ? kPredictMethod.name
           : brief_select.answer(own, line, answer) ? kSelectMethod.name
                                                    : nullptr;
  };
  handler.known = [](const RpcRequest& request) { return find_method(request.method) != nullptr; };
  handler.quick = [&](const RpcRequest& request) {
    return find_method(request.method)->quick(knowledge(), request.params);
  };
  handler.answer = [&](const RpcRequest& request) {
    return answer_of(*find_method(request.method), daemon, knowledge(), request.params);
  };
  Server server(std::move(socket), std::move(handler), metrics);
  announce = &server;
  notify_systemd("READY=1\nSTATUS=keeps " + store_path.string());
  spdlog::info("clgauged {} answers at {}", CLGAUGE_VERSION, socket_path.string());
  {
    const Upkeep upkeep(daemon, options);
    server.run();
    notify_systemd("STOPPING=1");
    spdlog::info("clgauged stops");
  }
  jobs.stop();  // while there is still a server to announce it to
}

int run(int argc, char** argv) {
  CLI::App app(
      "Answers how long OpenCL kernels take, and which variant to run, on a Unix socket\n"
      "(docs/protocol.md). While it runs it alone writes the store.");
  app.set_version_flag("--version", "clgauged " CLGAUGE_VERSION);
  std::string socket;
  bool quiet = false;
  bool foreground = false;
  bool list_devices = false;
  bool no_looks = false;
  UpkeepOptions upkeep;
  std::int64_t look_seconds = 60;
  double idle_minutes = 0;
  app.add_option("--socket", socket,
                 "Where to listen; default $CLGAUGE_SOCKET, else "
                 "$XDG_RUNTIME_DIR/clgauge/clgauged.sock")
      ->type_name("PATH");
  app.add_option("--look-every", look_seconds,
                 "Seconds between looks whether drivers have changed, while anybody asks anything")
      ->capture_default_str()
      ->check(CLI::Range(1, 86400));
  app.add_option("--recalibrate-when-idle", idle_minutes,
                 "Calibrate anew what has drifted when nobody has asked anything for that long")
      ->type_name("MINUTES")
      ->check(CLI::Range(0.01, 10080.0));
  app.add_flag("--foreground", foreground,
               "Stay attached to the terminal (the default: systemd or a shell's & detach it)");
  app.add_flag("--quiet", quiet, "Log warnings and errors only");
  app.add_flag("--no-looks", no_looks,
               "Take no looks at the compiled code of kernels that clients ask about: predict from "
               "the source, and from what has been looked at");
  app.add_flag(kListDevicesFlag, list_devices)->group("");
  app.footer(
      "Environment: CLGAUGE_DB (the store's file), CLGAUGE_SOCKET.\n"
      "systemctl --user enable --now clgauged.socket starts it when the first client asks.");
  try {
    app.parse(argc, argv);
    spdlog::set_default_logger(spdlog::stderr_logger_mt("clgauged"));
    spdlog::set_pattern("%Y-%m-%d %H:%M:%S %l: %v");
    if (quiet) {
      spdlog::set_level(spdlog::level::warn);
    }
    if (list_devices) {
      print_devices();
      return 0;
    }
    std::signal(SIGPIPE, SIG_IGN);
    upkeep.look_every = std::chrono::seconds(look_seconds);
    if (idle_minutes > 0) {
      upkeep.recalibrate_when_idle = std::chrono::round<std::chrono::milliseconds>(
          std::chrono::duration<double, std::ratio<60>>(idle_minutes));
    }
    serve(socket.empty() ? daemon_socket_path() : std::filesystem::path(socket), upkeep, !no_looks);
  } catch (const CLI::ParseError& error) {
    const int status = app.exit(error, std::cout, std::cerr);
    return status == 0 ? 0 : exit_status(ErrorKind::usage);
  } catch (const Error& error) {
    std::cerr << "clgauged: " << error.what() << '\n';
    return exit_status(error.kind());
  } catch (const std::exception& error) {
    std::cerr << "clgauged: " << error.what() << '\n';
    return exit_status(ErrorKind::internal);
  }
  return 0;
}

}  // namespace
}  // namespace clgauge::service

int main(int argc, char** argv) { return clgauge::service::run(argc, argv); }
