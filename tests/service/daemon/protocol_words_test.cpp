// Messages that the command prints, too, as a client of the daemon reads them.
#include "service/daemon/protocol_words.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace clgauge::service {
namespace {

TEST(ProtocolWords, OptionsAreMembers) {
  const auto says = [](const char* command, const char* daemon) {
    EXPECT_EQ(in_protocol_words(command), daemon);
  };
  says("a.cl holds several kernels: name one with --kernel: f, g",
       "a.cl holds several kernels: name one with params.kernel: f, g");
  says("sizes are missing: add --arg deep=VALUE --arg n=VALUE --arg points=VALUE",
       "sizes are missing: add params.sizes.deep, params.sizes.n, params.sizes.points");
  says("the kernel's counts need a value of 'n': add --arg n=...",
       "the kernel's counts need a value of 'n': add params.sizes.n");
  says("--local has 1 dimensions and --global 2; give one size per dimension",
       "params.local has 1 dimensions and params.global 2; give one size per dimension");
  says("an NDRange has 1 to 3 dimensions, not 4; write --global n,n",
       R"(an NDRange has 1 to 3 dimensions, not 4; write params.global ["n","n"])");
  says("or state with --assume what holds", "or state with params.assume what holds");
  says("use a model of its source (--model source)",
       R"(use a model of its source ("model":"source"))");
  says("CL_INVALID_BUILD_OPTIONS: check --build-options",
       "CL_INVALID_BUILD_OPTIONS: check params.options");
  says(
      "counts of k depend on what `at` holds: half (--format json names them under unsupported)"
      "; where --content says what buffers hold, the lens may count them",
      "counts of k depend on what `at` holds: half (unsupported names them)");
  says("add --include DIR, the folder of the header", "send what it includes in params.source");
}

TEST(ProtocolWords, CommandsKeepTheirOptions) {
  for (const char* message :
       {"run clgauge fit --device-id 0123", "`clgauge fit --model lens` says why",
        "damaged ({): run clgauge calibrate --force", "name two: clgauge devices lists them",
        "the kernel is called a--b"}) {
    EXPECT_EQ(in_protocol_words(message), message);
  }
  EXPECT_EQ(in_protocol_words("run clgauge calibrate --force: or --model source"),
            R"(run clgauge calibrate --force: or "model":"source")");
}

TEST(ProtocolWords, OfAResultWhatItSaysToPeopleIsMeant) {
  nlohmann::json result = {{"notes", {"add --arg n=VALUE", "none"}},
                           {"look", "give --local"},
                           {"assumptions", {"n--1 > 0"}}};
  put_in_protocol_words(result);
  EXPECT_EQ(result.at("notes").at(0), "add params.sizes.n");
  EXPECT_EQ(result.at("notes").at(1), "none");
  EXPECT_EQ(result.at("look"), "give params.local");
  EXPECT_EQ(result.at("assumptions").at(0), "n--1 > 0");
}

}  // namespace
}  // namespace clgauge::service
