#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "db/keeper.h"

namespace clgauge::db {

// One SQLite file that keeps everything clgauge has measured (docs/store.md documents it).
//
// Movable. Not thread-safe: open one Store per thread (SQLite lets any number of them, in any
// number of processes, share the file). Every call of this room throws Error(store) with a line
// that names the file and the mend.
//
// Durability: each committed transaction survives the death of the process at any moment
// (write-ahead log). A power cut or a crash of the operating system may lose the last transactions
// committed, never the file's consistency (synchronous = NORMAL).
class Store {
 public:
  // Opens the file for reading and writing; creates it, and its folder, when missing; brings an
  // older schema up to date. Refuses network file systems, where neither SQLite's locks nor its
  // shared memory can be trusted, files of other programs, and stores of a newer clgauge.
  // With a `keeper`, nothing is written while another process keeps the file (db/keeper.h).
  [[nodiscard]] static Store open(const std::filesystem::path& path,
                                  std::shared_ptr<Keeper> keeper = nullptr);

  // Opens an existing file that nobody writes meanwhile (a system store, a store to merge from),
  // without touching it or its folder. An older schema is brought up to date in a copy in memory.
  [[nodiscard]] static Store open_read_only(const std::filesystem::path& path);

  // A store that vanishes with the object, for tests and for trying out.
  [[nodiscard]] static Store in_memory();

  // The schema version that this program writes.
  [[nodiscard]] static int newest_version();

  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;
  ~Store();

  [[nodiscard]] const std::filesystem::path& path() const;
  [[nodiscard]] int version();

  // Another value than before once another connection, of this process or of another, has changed
  // the file. A microsecond.
  [[nodiscard]] std::int64_t data_version();

  // SQLite's integrity and foreign-key checks; empty when the file is sound. Reads all of it.
  [[nodiscard]] std::vector<std::string> check_integrity();

  struct Impl;  // db/query.h
  [[nodiscard]] Impl& impl() { return *impl_; }

 private:
  explicit Store(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// Takes the write lock at once (waiting for other writers as long as the busy timeout), so that
// what was read inside is still true when it commits. Without commit() the destructor rolls back.
// May be nested: the inner ones are savepoints. Calls outside of any Transaction commit by
// themselves. Where another process keeps the store no lock is taken: the rows wait for commit() of
// the outermost, which hands them on, and cannot be read before.
class Transaction {
 public:
  explicit Transaction(Store& store);
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  ~Transaction();

  void commit();

 private:
  void leave() noexcept;

  Store& store_;
  bool nested_;
  bool open_ = true;
  std::size_t waiting_before_ = 0;  // rows to be handed on that an outer one has added
};

}  // namespace clgauge::db
