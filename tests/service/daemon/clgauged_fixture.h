#pragma once

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "base/error.h"
#include "service/protocol/rpc_client.h"

namespace clgauge::service {

// A daemon of its own store and socket.
class ClgaugedTest : public ::testing::Test {
 protected:
  ClgaugedTest() {
    auto pattern = (std::filesystem::temp_directory_path() / "clgauged-XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
    daemon_ = start();
  }
  ~ClgaugedTest() override {
    ::kill(daemon_, SIGTERM);
    ::waitpid(daemon_, nullptr, 0);
    std::filesystem::remove_all(folder_);
  }

  [[nodiscard]] pid_t start(const std::vector<std::string>& arguments = {}) const {
    std::vector<std::string> words = {std::string(CLGAUGE_BINARY_DIR) + "/service/clgauged",
                                      "--quiet"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    const pid_t child = ::fork();
    if (child == 0) {
      ::setenv("CLGAUGE_DB", store().c_str(), 1);
      ::setenv("CLGAUGE_SOCKET", socket().c_str(), 1);
      std::vector<char*> argv;
      for (std::string& word : words) {
        argv.push_back(word.data());
      }
      argv.push_back(nullptr);
      ::execv(argv.front(), argv.data());
      ::_exit(127);
    }
    return child;
  }
  [[nodiscard]] std::filesystem::path socket() const { return folder_ / "run" / "d.sock"; }
  [[nodiscard]] std::filesystem::path store() const { return folder_ / "store.db"; }
  [[nodiscard]] RpcClient connect() const {
    for (int i = 0; i < 1000; ++i) {
      if (auto client = RpcClient::connect(socket())) {
        return std::move(*client);
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    throw Error(ErrorKind::internal, "clgauged does not listen");
  }

  std::filesystem::path folder_;
  pid_t daemon_ = 0;
};

}  // namespace clgauge::service
