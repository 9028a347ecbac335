#pragma once

#include <filesystem>
#include <optional>

#include "base/file_lock.h"
#include "db/keeper.h"
#include "db/store.h"
#include "service/protocol/rpc_client.h"

// How every program but clgauged comes at the user's store: it reads the file itself; it writes it
// itself as long as no clgauged keeps it, and else has clgauged write.
namespace clgauge::service {

// The file that clgauged locks exclusively as long as it keeps the store, with its socket as the
// note, and that others share while they write. Beside the file that a link leads to.
[[nodiscard]] std::filesystem::path store_lock_path(const std::filesystem::path& store_path);

// The clgauged that keeps this very file; nothing when none does. Throws Error(store) when one does
// but cannot be reached.
[[nodiscard]] std::optional<RpcClient> daemon_of(const std::filesystem::path& store_path);

// Shares the lock during each transaction; while clgauged has it, sends it the rows (`import` in
// docs/protocol.md). Not thread-safe.
class DaemonKeeper : public db::Keeper {
 public:
  explicit DaemonKeeper(std::filesystem::path store_path) : store_path_(std::move(store_path)) {}

  [[nodiscard]] bool enter() override;
  void leave() noexcept override { lock_.reset(); }
  db::RowCounts add(std::istream& document) override;

 private:
  std::filesystem::path store_path_;
  std::optional<FileLock> lock_;
  std::optional<RpcClient> daemon_;
};

// Opens a store with a DaemonKeeper; without a path the user's.
[[nodiscard]] db::Store open_kept_store(const std::filesystem::path& store_path);
[[nodiscard]] db::Store open_user_store();

}  // namespace clgauge::service
