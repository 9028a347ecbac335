#include "db/failure.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "base/error.h"

namespace clgauge::db {
namespace {

bool is_out_of_space(int code, int system_error) {
  return code == SQLITE_FULL ||
         (code == SQLITE_IOERR &&
          (system_error == ENOSPC || system_error == EDQUOT || system_error == EFBIG));
}

// A quota or a size limit reaches SQLite as a failed write whose cause it has often forgotten.
bool is_failed_write(int extended_code) {
  return extended_code == SQLITE_IOERR_WRITE || extended_code == SQLITE_IOERR_SHMSIZE ||
         extended_code == SQLITE_IOERR_FSYNC;
}

std::string advice(const std::string& file, int code, int system_error,
                   const SQLite::Exception& failure) {
  if (is_out_of_space(code, system_error)) {
    return fmt::format(
        "no space left for the store {}: free some, or set CLGAUGE_DB to a file on another disk; "
        "what was committed before is kept",
        file);
  }
  if (is_failed_write(failure.getExtendedErrorCode())) {
    return fmt::format(
        "cannot write the store {}: no space left, a quota or size limit reached, or the disk "
        "failing; free some, or set CLGAUGE_DB to a file on another disk; what was committed "
        "before is kept",
        file);
  }
  switch (code) {
    case SQLITE_NOTADB:
      return fmt::format(
          "{} is not an SQLite file: move it away, or set CLGAUGE_DB to another file", file);
    case SQLITE_CORRUPT:
      return fmt::format(
          "the store {} is damaged ({}): restore a copy, or save what is readable with \"sqlite3 "
          "'{}' .recover | sqlite3 NEW\" and set CLGAUGE_DB to NEW",
          file, failure.what(), file);
    case SQLITE_READONLY:
      return fmt::format(
          "the store {} cannot be written: make the file and its folder writable, or set "
          "CLGAUGE_DB to a file that is",
          file);
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_AUTH:
      return fmt::format(
          "cannot open the store {} ({}): make the file and its folder readable and writable, or "
          "set CLGAUGE_DB to another file",
          file, system_error != 0 ? std::strerror(system_error) : failure.what());
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return fmt::format(
          "the store {} stayed locked by another process: wait for it to end, then try again",
          file);
    case SQLITE_CONSTRAINT:
      return fmt::format("the store {} refuses the row ({}): check what it refers to", file,
                         failure.what());
    default:
      return fmt::format("the store {} failed ({}{}{}): check the disk and the file", file,
                         failure.what(), system_error != 0 ? ", " : "",
                         system_error != 0 ? std::strerror(system_error) : "");
  }
}

}  // namespace

void raise_failure(const std::filesystem::path& path, sqlite3* connection,
                   const SQLite::Exception& failure) {
  const int system_error = connection != nullptr ? sqlite3_system_errno(connection) : 0;
  // The low byte is the primary code; the extended one says which operation failed.
  const int code = failure.getErrorCode() & 0xff;
  throw Error(ErrorKind::store, advice(path.string(), code, system_error, failure));
}

}  // namespace clgauge::db
