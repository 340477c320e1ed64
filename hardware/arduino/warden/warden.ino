// A board of buttons, cell switches and a buzzer on an Arduino Uno or Nano (ATmega328P).
// Which parts it has stands in parts.h.
#include <Arduino.h>
#include <EEPROM.h>
#include <SPI.h>

#include "parts.h"
#include "warden.h"

static uint8_t chain[(CELLS + 7) / 8], agreed[(CELLS + 7) / 8];
static uint8_t agreeing = 0, down[PADS], differs_for[PADS];

// A button counts as let go, or pressed, when so many scans in a row see it: a dip of one or two is noise, and a
// contact bounces for up to 20 ms (hardware/firmware/warden/buttons.py has the sources).
const uint8_t SCANS[] = {12, 4};

struct Table : warden::Owner {
  void write(const uint8_t *data, uint8_t size) override { Serial.write(data, size); }
  uint32_t entropy() override {
    // A count of the boots, and when in its first microseconds the host asked.
    uint16_t boots;
    EEPROM.get(0, boots);
    EEPROM.put(0, ++boots);
    return (uint32_t)boots << 16 ^ micros() * 2654435761UL;
  }
  const char *board() const override { return BOARD_NAME; }
  const char *ability(uint8_t number) const override {
    static const char *const has[] = {"buttons", "cells", "sound", nullptr};
    return has[number];
  }
  const char *pad(uint8_t number) const override { return number < PADS ? PAD_NAMES[number] : nullptr; }
  const char *button(uint8_t) const override { return "end_turn"; }
  void cell(uint8_t number, char *name) const override { strcpy_P(name, CELL_NAMES[number]); }
  bool covered(uint8_t number) const override { return agreed[number >> 3] & 0x80 >> (number & 7); }
  uint8_t cells() const override { return CELLS; }
  void sound(const char *name) override {
    bool warns = !strcmp(name, "warning");
    tone(BUZZER_PIN, warns ? 440 : 880, warns ? 200 : 60);
  }
};

static Table table;
static warden::Board board(table);

#ifdef STARTS_AT_MS
extern volatile unsigned long timer0_millis;
#endif

void setup() {
#ifdef STARTS_AT_MS
  // For the tests: millis() goes round after 49.7 days, and they don't wait so long.
  timer0_millis = STARTS_AT_MS;
#endif
  Serial.begin(115200);
  pinMode(LATCH_PIN, OUTPUT);
  digitalWrite(LATCH_PIN, HIGH);
  SPI.begin();
  SPI.beginTransaction(SPISettings(1000000, MSBFIRST, SPI_MODE0));
  for (uint8_t pad = 0; pad < PADS; ++pad) pinMode(BUTTON_PINS[pad], INPUT_PULLUP);
}

static void scan_buttons(uint32_t now) {
  for (uint8_t pad = 0; pad < PADS; ++pad) {
    uint8_t read = !digitalRead(BUTTON_PINS[pad]);
    if (read == down[pad]) {
      differs_for[pad] = 0;
    } else if (++differs_for[pad] >= SCANS[read]) {
      down[pad] = read;
      differs_for[pad] = 0;
      if (read) board.pressed(pad, now);
    }
  }
}

static void scan_cells(uint32_t now) {
  digitalWrite(LATCH_PIN, LOW);
  digitalWrite(LATCH_PIN, HIGH);
  bool same = true;
  for (uint8_t i = 0; i < sizeof(chain); ++i) {
    uint8_t read = ~SPI.transfer(0);
    same = same && read == chain[i];
    chain[i] = read;
  }
  // Three scans in a row must agree.
  agreeing = same ? agreeing + (agreeing < 3) : 0;
  if (agreeing < 2) return;
  for (uint8_t cell = 0; cell < CELLS; ++cell) {
    uint8_t bit = 0x80 >> (cell & 7), at = cell >> 3;
    if ((chain[at] ^ agreed[at]) & bit) {
      agreed[at] ^= bit;
      board.changed(cell, agreed[at] & bit, now);
    }
  }
}

void loop() {
  uint32_t now = millis();
  static uint32_t buttons_at = now, cells_at = now;
  while (Serial.available()) board.receive(Serial.read(), now);
  if (now - buttons_at >= 2) buttons_at = now, scan_buttons(now);
  if (now - cells_at >= 5) cells_at = now, scan_cells(now);
  board.turn(now);
}
