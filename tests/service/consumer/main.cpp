#include <clgauge/client.h>

#include <cstdio>

int main() {
  const auto client = clgauge::Client::open();
  if (!client) {
    return std::printf("%s\n", client.error().c_str()), 1;
  }
  std::printf("%zu devices known\n", client->devices()->size());
}
