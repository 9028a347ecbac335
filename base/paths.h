#pragma once

#include <filesystem>
#include <string>

namespace clgauge {

// Where clgauge keeps files, after the XDG base directory specification. Nothing is created here.
// Thread-safe as long as nobody changes the environment.

// $CLGAUGE_DB, else $XDG_DATA_HOME/clgauge/clgauge.db, else ~/.local/share/clgauge/clgauge.db.
[[nodiscard]] std::filesystem::path user_store_path();

// $CLGAUGE_SOCKET, else $XDG_RUNTIME_DIR/clgauge/clgauged.sock, else
// /tmp/clgauge-UID/clgauged.sock.
[[nodiscard]] std::filesystem::path daemon_socket_path();

// $XDG_CACHE_HOME/clgauge, else ~/.cache/clgauge.
[[nodiscard]] std::filesystem::path cache_directory();

// Reads a whole file; throws Error(input) that names the file.
[[nodiscard]] std::string read_file(const std::filesystem::path& path);

// Writes beside the target and renames, so that readers see the old or the new file, never half.
void write_file_atomically(const std::filesystem::path& path, const std::string& content);

}  // namespace clgauge
