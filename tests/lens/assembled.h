#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>

#include "base/paths.h"
#include "lens/code/image.h"
#include "lens/object/kernel_object.h"

namespace clgauge::lens {

// The object file that the system's compiler, or another one, makes of `text`: the same one in
// every run, so that what is damaged at random is, too.
inline std::string built_bytes(const std::string& text, const std::string& extension,
                               const std::string& options, const std::string& compiler = "cc") {
  const auto folder = std::filesystem::temp_directory_path() /
                      ("clgauge-lens-assembled-" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  write_file_atomically(folder / ("code." + extension), text);
  const std::string make = "cd '" + folder.string() + "' && " + compiler + " " + options +
                           " -fdebug-prefix-map='" + folder.string() + "'=. code." + extension +
                           " -o code.o";
  EXPECT_EQ(std::system(make.c_str()), 0) << "needs " << compiler;
  std::string bytes = read_file(folder / "code.o");
  std::filesystem::remove_all(folder);
  return bytes;
}

inline std::string assembled_bytes(const std::string& text, bool shared = false) {
  return built_bytes(text, "s", shared ? "-shared -nostdlib" : "-c");
}

inline std::shared_ptr<const ObjectImage> assemble(const std::string& text, bool shared = false) {
  return std::make_shared<const ObjectImage>(load_image(x86_64_elf(assembled_bytes(text, shared))));
}

// A function `f` that is one loop: the body ends with what its branch (JNZ) depends on.
inline std::string loop_text(const std::string& body) {
  return ".text\n.globl f\n.type f, @function\nf:\n movq %rsi, %rcx\n1:\n" + body +
         " jnz 1b\n ret\n .size f, .-f\n";
}

}  // namespace clgauge::lens
