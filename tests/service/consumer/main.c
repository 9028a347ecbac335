/* The C interface, from an installed tree: nothing runs and nothing is calibrated here. */
#include <clgauge/clgauge.h>
#include <stdio.h>

int main(void) {
  const clgauge_variant variants[] = {{"naive", "{}"}, {"tiled", "{}"}};
  const clgauge_size sizes[] = {{"n", 4096}};
  const clgauge_choice choice = clgauge_choose(variants, 2, sizes, 1, 1, NULL);
  printf("%s: %s\n", variants[choice.index].name, choice.why);
  char error[256];
  if (clgauge_observe("{}", sizes, 1, 0.001, NULL, error, sizeof(error)) != -1) {
    return 1;
  }
  printf("%s\n", error);
  return choice.answered_by == CLGAUGE_BY_FALLBACK ? 0 : 1;
}
