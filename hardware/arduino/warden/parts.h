// The parts of this board. Change them to yours.
#pragma once

#include <avr/pgmspace.h>
#include <stdint.h>

#define BOARD_NAME "small board"

const uint8_t PADS = 2;
static const char *const PAD_NAMES[PADS] = {"west", "east"};
static const uint8_t BUTTON_PINS[PADS] = {2, 3};

const uint8_t LATCH_PIN = 10, BUZZER_PIN = 9;

// The cells as the 74HC165 shift them out on MISO (12), clocked by SCK (13).
const uint8_t CELLS = 16;
static const char CELL_NAMES[CELLS][4] PROGMEM = {"a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1",
                                                  "h2", "g2", "f2", "e2", "d2", "c2", "b2", "a2"};
