#pragma once

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>
#include <vector>

namespace clgauge::bench {

// A server of this run; ended with it.
class Server {
 public:
  explicit Server(const std::vector<std::string>& command) : child_(::fork()) {
    if (child_ == 0) {
      std::vector<char*> argv;
      for (const std::string& word : command) {
        argv.push_back(const_cast<char*>(word.c_str()));
      }
      argv.push_back(nullptr);
      ::execvp(argv.front(), argv.data());
      ::_exit(127);
    }
  }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;
  ~Server() {
    ::kill(child_, SIGTERM);
    ::waitpid(child_, nullptr, 0);
  }

 private:
  pid_t child_;
};

}  // namespace clgauge::bench
