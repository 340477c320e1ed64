// The link's numbers, made from firmware_bridge/link/dictionary.py: not for editing.
#pragma once

#include <stdint.h>

namespace warden {

const uint8_t LINK_VERSION = 1;
const uint32_t DICTIONARY = 0x67D3B436;
const char *const FIRMWARE = "1.6 AVR";

enum Message : uint8_t {
  ASK = 0,
  HELLO = 1,
  STRANGER = 2,
  BUTTON = 16,
  TAG_PLACED = 17,
  TAG_GONE = 18,
  CELL_COVERED = 19,
  CELL_CLEAR = 20,
  NOTED = 32,
  TELL_PICTURE = 33,
  PICTURE_TAG = 34,
  PICTURE_CELLS = 35,
  PICTURE_TOLD = 36,
  TELL_CLOCK = 37,
  CLOCK = 38,
  READ_TAG = 39,
  WRITE_TAG = 40,
  TAG_CONTENT = 41,
  READER_FAULT = 42,
  PICTURE_SWITCHED = 43,
  LIGHTS = 48,
  SOUND = 49,
  BRIGHTNESS = 50,
  UPDATE_BEGIN = 56,
  UPDATE_FILE = 57,
  UPDATE_PART = 58,
  UPDATE_TRY = 59,
  UPDATE_KEEP = 60,
  UPDATE_SAID = 61,
};

}  // namespace warden
