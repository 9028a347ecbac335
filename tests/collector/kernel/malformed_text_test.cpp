#include <gtest/gtest.h>

#include <random>
#include <string>

#include "parse_text.h"

namespace clgauge::collector {
namespace {

// What the fuzzer found once, and what it should try first.
TEST(MalformedText, KnownCases) {
  for (const char* text :
       {"",
        "n",
        "(",
        "((((",
        "1/0",
        "n%0",
        "floor(1/(n-n))",
        "sum(i,0,n,sum(i,0,i,i))",
        "sum(i,i,n,1)",
        "sum(n,0,n,n)",
        "max()",
        "max(,)",
        "pow(2,99999999999)",
        "pow(2,127)*4",
        "n^64^2",
        "(n+m+k)^40",
        "-9223372036854775808",
        "bitxor(n/2,m)",
        "ilog(2,n/3)",
        "@",
        "@@x",
        "sum(i,0,pow(2,60),1)",
        "floor(floor(n/3)/floor(m/5))",
        "n\n16\nn+1\nn%16==0",
        "{\"version\":1}",
        "a\nb\n1e3\na==b",
        "n%n",
        "n%m%a%b%c%m%n%d%e%f%g%m%h%n%a%b%c%d%e%f%g%h%a%c%e%g%b%d%f%h%a%b%m%n",
        ("Jec%ece%cABe%JeABAB%ece%cA%ece%cABe%JeABAB%ece%cAB%fJec%ece%cAB%f%fJec$"
         "e%JeceB%fJec%ece%cAB%f%fJec$e%Jece%c"),
        "sum(i,0,n,i)%sum(j,0,n,j)"}) {
    SCOPED_TRACE(text);
    test::parse_hostile_text(text);
  }
}

TEST(MalformedText, RandomTokens) {
  constexpr const char* kTokens[] = {"n",    "m",  "(",      ")",    "+",      "-",       "*",
                                     "/",    "%",  "^",      ",",    "2",      "16",      "0",
                                     "sum(", "i,", "floor(", "max(", "pow(2,", "ilog(2,", "bitxor(",
                                     "==",   ">=", "\n",     "@x",   " ",      "min(",    "ceil("};
  std::mt19937_64 random(11);
  std::uniform_int_distribution<std::size_t> token(0, std::size(kTokens) - 1);
  std::uniform_int_distribution<int> length(1, 24);
  for (int trial = 0; trial < 6000; ++trial) {
    std::string text;
    for (int i = length(random); i > 0; --i) text += kTokens[token(random)];
    SCOPED_TRACE(text);
    test::parse_hostile_text(text);
  }
}

}  // namespace
}  // namespace clgauge::collector
