#include "db/store.h"

#include <SQLiteCpp/Backup.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include <chrono>
#include <thread>
#include <utility>

#include "base/error.h"
#include "db/failure.h"
#include "db/file_system.h"
#include "db/migrate.h"
#include "db/query.h"
#include "db/waiting_rows.h"

namespace clgauge::db {
namespace {

namespace fs = std::filesystem;

constexpr int kBusyTimeoutMilliseconds = 10'000;

std::unique_ptr<Store::Impl> connect(const fs::path& path, const std::string& name, int flags) {
  try {
    return std::make_unique<Store::Impl>(
        Store::Impl{path, SQLite::Database(name, flags, kBusyTimeoutMilliseconds), {}});
  } catch (const SQLite::Exception& failure) {
    raise_failure(path, nullptr, failure);
  }
}

void require_local(const fs::path& folder, const fs::path& path) {
  if (const auto network = network_file_system(folder)) {
    throw Error(ErrorKind::store,
                fmt::format("the store {} would be on a network file system ({}), where SQLite "
                            "cannot keep it safe: set CLGAUGE_DB to a file on a local disk",
                            path.string(), *network));
  }
}

// Checks what a person may have got wrong before SQLite says it less clearly.
void prepare_place(const fs::path& path) {
  std::error_code failure;
  const fs::file_status status = fs::status(path, failure);
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    throw Error(ErrorKind::store,
                fmt::format("the store {} is not a file: set CLGAUGE_DB to one", path.string()));
  }
  const fs::path folder = path.parent_path();
  if (fs::create_directories(folder, failure)) {
    // As the XDG base directory specification asks of folders made for the user.
    std::error_code ignored;
    fs::permissions(folder, fs::perms::owner_all, ignored);
  }
  if (failure || !fs::is_directory(folder)) {
    throw Error(ErrorKind::store,
                fmt::format("cannot make the folder {} for the store ({}): make it, or set "
                            "CLGAUGE_DB to a file elsewhere",
                            folder.string(), failure ? failure.message() : "not a folder"));
  }
  require_local(fs::exists(status) ? path : folder, path);
}

int pragma(Store& store, const char* name) {
  Query query(store, fmt::format("PRAGMA {}", name));
  return query.next() ? static_cast<int>(std::get<std::int64_t>(query.value(0))) : 0;
}

// Refuses what is not this program's to write: another program's file, a newer clgauge's.
void require_own(Store& store) {
  const bool is_new = [&] {
    Query query(store, "SELECT count(*) AS tables FROM sqlite_schema");
    return query.next() && query.integer("tables") == 0;
  }();
  if (!is_new && pragma(store, "application_id") != kApplicationId) {
    throw Error(ErrorKind::store,
                fmt::format("{} is an SQLite file of another program: set CLGAUGE_DB to another "
                            "file",
                            store.path().string()));
  }
  if (store.version() > Store::newest_version()) {
    throw Error(ErrorKind::store,
                fmt::format("the store {} was written by a newer clgauge (schema {}, this one "
                            "knows {}): update clgauge, or set CLGAUGE_DB to another file",
                            store.path().string(), store.version(), Store::newest_version()));
  }
}

// Several processes that open a new store at once meet here; SQLite reports a lock without waiting
// when it changes the journal mode.
void use_write_ahead_log(Store& store) {
  Store::Impl& impl = store.impl();
  const auto deadline =
      std::chrono::steady_clock::now() + std::chrono::milliseconds(kBusyTimeoutMilliseconds);
  while (true) {
    try {
      impl.connection.exec("PRAGMA journal_mode = WAL");
      return;
    } catch (const SQLite::Exception& failure) {
      if (failure.getErrorCode() != SQLITE_BUSY || std::chrono::steady_clock::now() > deadline) {
        raise_failure(impl.path, impl.connection.getHandle(), failure);
      }
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

// A file: URI, in which '?', '#' and '%' have meanings of their own.
std::string read_only_uri(const fs::path& path) {
  std::string uri = "file:";
  for (const char character : fs::absolute(path).string()) {
    if (character == '?' || character == '#' || character == '%') {
      uri += fmt::format("%{:02x}", static_cast<unsigned>(character));
    } else {
      uri += character;
    }
  }
  // Without a log beside it the file is complete in itself, and can be read where not even the
  // folder can be written; with one, the log must be read too.
  std::error_code ignored;
  const auto log_bytes = fs::file_size(path.string() + "-wal", ignored);
  return uri + (ignored || log_bytes == 0 ? "?immutable=1" : "?mode=ro");
}

}  // namespace

Store::Store(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;
Store::~Store() = default;

Store Store::open(const fs::path& path, std::shared_ptr<Keeper> keeper) {
  const fs::path file = fs::absolute(path);
  prepare_place(file);
  Store store(connect(file, file.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE));
  if (sqlite3_db_readonly(store.impl_->connection.getHandle(), "main") == 1) {
    raise_failure(file, nullptr, SQLite::Exception("read-only", SQLITE_READONLY));
  }
  require_own(store);
  const bool changes = store.version() < newest_version();
  if (changes && keeper != nullptr && !keeper->enter()) {
    throw Error(ErrorKind::store,
                fmt::format("the store {} is of an older clgauge whose clgauged keeps it: start "
                            "clgauged again",
                            file.string()));
  }
  try {
    use_write_ahead_log(store);
    execute(store, "PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON");
    migrate(store, newest_version());
  } catch (...) {
    if (changes && keeper != nullptr) {
      keeper->leave();
    }
    throw;
  }
  if (changes && keeper != nullptr) {
    keeper->leave();
  }
  store.impl_->keeper = std::move(keeper);
  return store;
}

Store Store::open_read_only(const fs::path& path) {
  if (!fs::is_regular_file(path)) {
    throw Error(ErrorKind::store,
                fmt::format("there is no store {}: check the name", path.string()));
  }
  Store store(connect(path, read_only_uri(path), SQLite::OPEN_READONLY | SQLite::OPEN_URI));
  require_own(store);
  if (store.version() == newest_version()) {
    return store;
  }
  Store copy(connect(path, ":memory:", SQLite::OPEN_READWRITE));
  try {
    SQLite::Backup(copy.impl_->connection, store.impl_->connection).executeStep();
  } catch (const SQLite::Exception& failure) {
    raise_failure(path, store.impl_->connection.getHandle(), failure);
  }
  migrate(copy, newest_version());
  return copy;
}

Store Store::in_memory() {
  Store store(connect("(in memory)", ":memory:", SQLite::OPEN_READWRITE));
  execute(store, "PRAGMA foreign_keys = ON");
  migrate(store, newest_version());
  return store;
}

int Store::newest_version() { return migrations().back().version; }

const fs::path& Store::path() const { return impl_->path; }

int Store::version() { return pragma(*this, "user_version"); }

std::int64_t Store::data_version() { return pragma(*this, "data_version"); }

std::vector<std::string> Store::check_integrity() {
  std::vector<std::string> problems;
  Query integrity(*this, "PRAGMA integrity_check");
  while (integrity.next()) {
    if (const std::string line = integrity.text("integrity_check"); line != "ok") {
      problems.push_back(line);
    }
  }
  Query broken(*this, "PRAGMA foreign_key_check");
  while (broken.next()) {
    problems.push_back(fmt::format("a row of {} refers to a missing row of {}",
                                   broken.text("table"), broken.text("parent")));
  }
  return problems;
}

Transaction::Transaction(Store& store)
    : store_(store),
      nested_(store.impl().waiting.has_value() ||
              sqlite3_get_autocommit(store.impl().connection.getHandle()) == 0) {
  Store::Impl& impl = store_.impl();
  if (nested_) {
    if (impl.waiting) {
      waiting_before_ = impl.waiting->size();
    } else {
      execute(store_, "SAVEPOINT clgauge");
    }
    return;
  }
  if (impl.keeper != nullptr && !impl.keeper->enter()) {
    impl.waiting.emplace();
    return;
  }
  impl.entered = impl.keeper != nullptr;
  try {
    execute(store_, "BEGIN IMMEDIATE");
  } catch (...) {
    leave();
    throw;
  }
}

Transaction::~Transaction() {
  Store::Impl& impl = store_.impl();
  if (!open_) {
    return;
  }
  if (impl.waiting) {
    if (nested_) {
      impl.waiting->resize(waiting_before_);
    } else {
      impl.waiting.reset();
    }
    return;
  }
  // SQLite has rolled back by itself after some failures, a full disk for one.
  if (sqlite3_get_autocommit(impl.connection.getHandle()) == 0) {
    impl.connection.tryExec(nested_ ? "ROLLBACK TO clgauge; RELEASE clgauge" : "ROLLBACK");
  }
  leave();
}

void Transaction::commit() {
  Store::Impl& impl = store_.impl();
  if (impl.waiting) {
    if (!nested_) {
      hand_on(store_);
      impl.waiting.reset();
    }
    open_ = false;
    return;
  }
  execute(store_, nested_ ? "RELEASE clgauge" : "COMMIT");
  open_ = false;
  leave();
}

void Transaction::leave() noexcept {
  Store::Impl& impl = store_.impl();
  if (!nested_ && impl.entered) {
    impl.entered = false;
    impl.keeper->leave();
  }
}

}  // namespace clgauge::db
