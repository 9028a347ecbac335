#include "service/keeper/daemon_keeper.h"

#include <istream>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/paths.h"
#include "service/protocol/store_identity.h"

namespace clgauge::service {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// A daemon that starts or ends has the lock without answering.
constexpr milliseconds kPatience{5000};
constexpr milliseconds kBetweenTries{25};
constexpr milliseconds kAnswerLimit{30'000};
constexpr milliseconds kImportLimit{600'000};

// A piece may grow sixfold where JSON escapes it, and a line may hold 1 MiB.
constexpr std::size_t kPieceBytes = std::size_t{160} * 1024;

// Nothing when clgauged has it. Where the file cannot be made nobody can lock it, and SQLite says
// best what is wrong with the folder.
bool try_share(const std::filesystem::path& store_path, std::optional<FileLock>& lock) {
  try {
    auto taken = FileLock::try_share(store_lock_path(store_path));
    if (!taken) {
      return false;
    }
    lock.emplace(std::move(*taken));
  } catch (const Error&) {
    lock.reset();
  }
  return true;
}

std::filesystem::path socket_of(const std::optional<FileLock::Owner>& owner) {
  return owner && !owner->note.empty() ? std::filesystem::path(owner->note) : daemon_socket_path();
}

std::optional<RpcClient> answering_at(const std::filesystem::path& socket,
                                      const std::filesystem::path& store_path) {
  constexpr milliseconds kVersionLimit{2000};
  try {
    auto daemon = RpcClient::connect(socket);
    if (daemon && keeps_this_file(daemon->call("version", nlohmann::json::object(), kVersionLimit),
                                  store_path)) {
      return daemon;
    }
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::device && error.kind() != ErrorKind::timeout) {
      throw;
    }
  }
  return std::nullopt;
}

// Ends at a character's end, so that each piece is UTF-8 by itself; what is cut off is put back.
std::string next_piece(std::istream& document) {
  std::string piece(kPieceBytes, '\0');
  document.read(piece.data(), static_cast<std::streamsize>(piece.size()));
  piece.resize(static_cast<std::size_t>(document.gcount()));
  const auto continues = [](int byte) { return (static_cast<unsigned>(byte) & 0xC0U) == 0x80U; };
  while (document.good() && continues(document.peek()) && piece.size() < 2 * kPieceBytes) {
    piece.push_back(static_cast<char>(document.get()));
  }
  return piece;
}

}  // namespace

std::filesystem::path store_lock_path(const std::filesystem::path& store_path) {
  std::error_code unknown;
  std::filesystem::path path = std::filesystem::weakly_canonical(store_path, unknown);
  if (unknown) {
    path = std::filesystem::absolute(store_path);
  }
  path += ".lock";
  return path;
}

std::optional<RpcClient> daemon_of(const std::filesystem::path& store_path) {
  if (!std::filesystem::exists(store_lock_path(store_path))) {
    return std::nullopt;
  }
  const auto until = Clock::now() + kPatience;
  for (;;) {
    std::optional<FileLock> probe;
    if (try_share(store_path, probe)) {
      return std::nullopt;
    }
    const auto owner = FileLock::owner(store_lock_path(store_path));
    const std::filesystem::path socket = socket_of(owner);
    if (auto daemon = answering_at(socket, store_path)) {
      return daemon;
    }
    if (Clock::now() > until) {
      const std::string pid = owner ? std::to_string(owner->pid) : "?";
      throw Error(ErrorKind::store, "clgauged (process " + pid + ") keeps the store " +
                                        store_path.string() + " but does not answer at " +
                                        socket.string() + ": end it (kill " + pid +
                                        ") and try again");
    }
    std::this_thread::sleep_for(kBetweenTries);
  }
}

bool DaemonKeeper::enter() {
  for (;;) {
    if (try_share(store_path_, lock_)) {
      daemon_.reset();
      return true;
    }
    if (!daemon_) {
      if (auto daemon = daemon_of(store_path_)) {
        daemon_.emplace(std::move(*daemon));
      }
    }
    if (daemon_) {
      return false;
    }
  }
}

db::RowCounts DaemonKeeper::add(std::istream& document) {
  try {
    nlohmann::json answer;
    do {
      nlohmann::json params = {{"text", next_piece(document)}};
      const bool last = !document.good() || document.peek() == std::istream::traits_type::eof();
      params["last"] = last;
      if (answer.contains("upload")) {
        params["upload"] = answer["upload"];
      }
      answer = daemon_->call("import", params, last ? kImportLimit : kAnswerLimit);
    } while (!answer.contains("added"));
    return answer.at("added").get<db::RowCounts>();
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::device && error.kind() != ErrorKind::timeout) {
      throw;
    }
    daemon_.reset();
    throw Error(ErrorKind::store, std::string("what keeps the store fails: ") + error.what() +
                                      ", and run the command again");
  } catch (const nlohmann::json::exception& error) {
    throw Error(ErrorKind::input, std::string("the file is not UTF-8: ") + error.what());
  }
}

db::Store open_kept_store(const std::filesystem::path& store_path) {
  return db::Store::open(store_path, std::make_shared<DaemonKeeper>(store_path));
}

db::Store open_user_store() { return open_kept_store(user_store_path()); }

}  // namespace clgauge::service
