// Runs a board's firmware for the ATmega328P in simavr, paced to real time: run FIRMWARE.elf PORT
// Its UART is joined with the terminal PORT. Lines on standard input move the table: `press PAD`, `release PAD`,
// `dip PAD` (2 ms long, then 20 ms of peace), `bounce PAD` (a press whose contact opens again for 10 ms), `cover CELL`,
// `clear CELL` by number, `quit`; each is answered by `ok`.
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include <simavr/avr_ioport.h>
#include <simavr/avr_spi.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>

enum { FREQUENCY = 16000000, CHIPS = 16, LATCH = 2 /* PB2, Arduino 10 */, FIRST_BUTTON = 2 /* PD2 */ };

static avr_t *avr;
static int port, at;
static FILE *answers;
static unsigned char covered[CHIPS], chain[CHIPS];

static void out(struct avr_irq_t *irq, uint32_t value, void *param) {
  unsigned char byte = value;
  if (write(port, &byte, 1) != 1) return;  // nobody listens: lost, as on a real line
}

static void latch(struct avr_irq_t *irq, uint32_t value, void *param) {
  if (value) return;
  for (int i = 0; i < CHIPS; ++i) chain[i] = ~covered[i];
  at = 0;
}

static void clocked(struct avr_irq_t *irq, uint32_t value, void *param) {
  avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_SPI_GETIRQ(0), SPI_IRQ_INPUT), at < CHIPS ? chain[at++] : 0xFF);
}

// Milliseconds pressed, let go, pressed and so on, up to a 0.
static const int dip[] = {2, 20, 0}, bounce[] = {10, 10, 40, 60, 0};

static void pulse(int place, const int *milliseconds) {
  avr_irq_t *button = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), FIRST_BUTTON + place);
  for (int level = 0; *milliseconds; level = !level) {
    avr_raise_irq(button, level);
    avr_cycle_count_t until = avr->cycle + FREQUENCY / 1000 * *milliseconds++;
    while (avr->cycle < until) avr_run(avr);
  }
}

static int moved(const char *line) {
  char order[16];
  int place;
  if (sscanf(line, "%15s %d", order, &place) != 2) return strncmp(line, "quit", 4) != 0;
  if (!strcmp(order, "press") || !strcmp(order, "release"))
    avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), FIRST_BUTTON + place), *order == 'r');
  else if (!strcmp(order, "dip"))
    pulse(place, dip);
  else if (!strcmp(order, "bounce"))
    pulse(place, bounce);
  else if (!strcmp(order, "cover"))
    covered[place >> 3] |= 0x80 >> (place & 7);
  else if (!strcmp(order, "clear"))
    covered[place >> 3] &= ~(0x80 >> (place & 7));
  fputs("ok\n", answers);
  fflush(answers);
  return 1;
}

int main(int count, char **arguments) {
  if (count != 3) return fprintf(stderr, "usage: run FIRMWARE.elf PORT\n"), 2;
  // simavr tells its own tale on standard output.
  answers = fdopen(dup(1), "w");
  dup2(2, 1);
  elf_firmware_t firmware = {{0}};
  if (elf_read_firmware(arguments[1], &firmware)) return fprintf(stderr, "%s: no firmware\n", arguments[1]), 2;
  port = open(arguments[2], O_RDWR | O_NOCTTY | O_NONBLOCK);
  if (port < 0) return perror(arguments[2]), 2;
  struct termios settings;
  tcgetattr(port, &settings);
  cfmakeraw(&settings);
  tcsetattr(port, TCSANOW, &settings);
  avr = avr_make_mcu_by_name("atmega328p");
  avr_init(avr);
  firmware.frequency = FREQUENCY;
  avr_load_firmware(avr, &firmware);
  avr->frequency = FREQUENCY;
  avr->log = LOG_ERROR;
  uint32_t flags = 0;
  avr_ioctl(avr, AVR_IOCTL_UART_GET_FLAGS('0'), &flags);
  flags &= ~AVR_UART_FLAG_STDIO;
  avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
  avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), out, 0);
  avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('B'), LATCH), latch, 0);
  avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_SPI_GETIRQ(0), SPI_IRQ_OUTPUT), clocked, 0);
  for (int pad = 0; pad < 2; ++pad)
    avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), FIRST_BUTTON + pad), 1);
  struct timespec began;
  clock_gettime(CLOCK_MONOTONIC, &began);
  struct pollfd ready[2] = {{port, POLLIN, 0}, {0, POLLIN, 0}};
  char line[80];
  for (;;) {
    // One byte each 87 microseconds, as 115200 baud gives them.
    avr_cycle_count_t until = avr->cycle + FREQUENCY / 11520;
    while (avr->cycle < until) {
      int state = avr_run(avr);
      if (state == cpu_Done || state == cpu_Crashed) return fprintf(stderr, "the firmware crashed\n"), 1;
    }
    unsigned char byte;
    if (read(port, &byte, 1) == 1)
      avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT), byte);
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    double ahead = (double)avr->cycle / FREQUENCY - (now.tv_sec - began.tv_sec) - (now.tv_nsec - began.tv_nsec) / 1e9;
    if (poll(ready + 1, 1, 0) == 1 && (!fgets(line, sizeof line, stdin) || !moved(line))) return 0;
    if (ahead > 0.002) usleep(ahead * 1e6);
  }
}
