#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>

#include "base/paths.h"
#include "lens/code/image.h"

namespace clgauge::lens {

// The object file that the system's compiler makes of `text`: assembly (AT&T syntax) by default.
inline std::string built_bytes(const std::string& text, const std::string& extension,
                               const std::string& options) {
  const auto folder = std::filesystem::temp_directory_path() /
                      ("clgauge-lens-assembled-" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  write_file_atomically(folder / ("code." + extension), text);
  const std::string make =
      "cd '" + folder.string() + "' && cc " + options + " code." + extension + " -o code.o";
  EXPECT_EQ(std::system(make.c_str()), 0) << "needs cc";
  std::string bytes = read_file(folder / "code.o");
  std::filesystem::remove_all(folder);
  return bytes;
}

inline std::string assembled_bytes(const std::string& text, bool shared = false) {
  return built_bytes(text, "s", shared ? "-shared -nostdlib" : "-c");
}

inline std::shared_ptr<const ObjectImage> assemble(const std::string& text, bool shared = false) {
  return std::make_shared<const ObjectImage>(
      load_image(open_object(assembled_bytes(text, shared))));
}

}  // namespace clgauge::lens
