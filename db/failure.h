#pragma once

#include <SQLiteCpp/Exception.h>

#include <filesystem>

struct sqlite3;

namespace clgauge::db {

// Throws the Error(store) that tells a user what SQLite's failure means for the file at `path` and
// how to mend it. `connection` may be null when opening failed. Internal to the room.
[[noreturn]] void raise_failure(const std::filesystem::path& path, sqlite3* connection,
                                const SQLite::Exception& failure);

}  // namespace clgauge::db
