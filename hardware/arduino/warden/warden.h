// The board's end of the link for small microcontrollers (docs/develop/link.md): buttons, cell switches, a buzzer.
// Plain C++11 over a byte sink; times are milliseconds since the start. About 1.4 kB of RAM.
#pragma once

#include <stdint.h>
#include <string.h>

#include "messages.h"

namespace warden {

const uint8_t LOOSE = 1, NUMBERED = 2, ACKNOWLEDGE = 3, PROBE = 4;
const uint8_t HEAD = 9, MAX_PLAIN = 254, WINDOW = 8, LONGEST_BODY = 44, KEPT = 16;
const uint16_t FIRST_SEQUENCE = 0xFFF0;
const uint16_t SILENCE = 8000, FIRST_TIMEOUT = 250, SHORTEST_TIMEOUT = 40, LONGEST_TIMEOUT = 1000;

// What a sketch gives: how bytes leave, what the board is called and has, and what orders do.
struct Owner {
  virtual void write(const uint8_t *data, uint8_t size) = 0;
  virtual uint32_t entropy() = 0;
  virtual const char *board() const = 0;
  virtual const char *ability(uint8_t number) const = 0;      // null after the last
  virtual const char *pad(uint8_t number) const = 0;          // null after the last
  virtual const char *button(uint8_t pad) const = 0;
  virtual void cell(uint8_t number, char *name) const = 0;    // at most 7 letters and a zero
  virtual bool covered(uint8_t number) const = 0;
  virtual uint8_t cells() const = 0;
  virtual void sound(const char *name) = 0;
};

inline uint16_t checksum(const uint8_t *data, uint16_t size) {
  // CRC-16/CCITT-FALSE, a byte at a time without a table.
  uint16_t crc = 0xFFFF;
  while (size--) {
    crc = (uint16_t)((crc >> 8) | (crc << 8)) ^ *data++;
    crc ^= (uint8_t)(crc & 0xFF) >> 4;
    crc ^= crc << 12;
    crc ^= (crc & 0xFF) << 5;
  }
  return crc;
}

// A message's body under construction.
class Body {
 public:
  uint8_t data[LONGEST_BODY];
  uint8_t size;

  explicit Body(uint8_t number) : size(1) { data[0] = number; }
  bool room(uint8_t more) const { return size + more <= LONGEST_BODY; }
  void u8(uint8_t value) {
    if (room(1)) data[size++] = value;
  }
  void u16(uint16_t value) { u8(value), u8(value >> 8); }
  void u32(uint32_t value) { u16(value), u16(value >> 16); }
  void text(const char *value) {
    uint8_t length = strlen(value);
    if (!room(length + 1)) return;
    u8(length);
    memcpy(data + size, value, length);
    size += length;
  }
};

class Board {
 public:
  explicit Board(Owner &owner) : owner_(owner) {}

  void pressed(uint8_t pad, uint32_t now) { report(BUTTON, pad, now); }
  void changed(uint8_t cell, bool covered, uint32_t now) { report(covered ? CELL_COVERED : CELL_CLEAR, cell, now); }

  // Takes in one byte as it came.
  void receive(uint8_t byte, uint32_t now) {
    knocked(byte);
    if (byte) {
      if (filled_ < sizeof(block_)) block_[filled_] = byte;
      if (filled_ < 0xFFFF) ++filled_;
      return;
    }
    uint16_t size = filled_;
    filled_ = 0;
    if (size == 0 || size > sizeof(block_)) return;
    uint8_t plain = unstuff(size);
    if (plain >= HEAD + 2) take(plain, now);
  }

  // Sends what is due; call often.
  void turn(uint32_t now) {
    if (ready_ && now - heard_at_ >= SILENCE) ready_ = false;
    if (!ready_) return;
    fill(now);
    bool sent = false;
    if (used_ > fresh_ && (int32_t)(now - deadline_) >= 0) {
      for (uint8_t i = 0; i < used_ - fresh_; ++i) send(i, now), window_[i].repeated = true;
      timeout_ = timeout_ * 2 < LONGEST_TIMEOUT ? timeout_ * 2 : LONGEST_TIMEOUT;
      deadline_ = now + timeout_;
      sent = true;
    }
    while (fresh_) {
      uint8_t i = used_ - fresh_--;
      if (i == 0) deadline_ = now + timeout_;
      window_[i].sent_at = now;
      send(i, now);
      sent = true;
    }
    if (owes_ && !sent) frame(ACKNOWLEDGE, number_, 0, 0, 0);
    owes_ = false;
  }

 private:
  struct Sent {
    uint16_t sequence;
    uint32_t sent_at;
    bool repeated;
    uint8_t size;
    uint8_t body[LONGEST_BODY];
  };
  struct Event {
    uint32_t counter, at;
    uint8_t message, place;
  };

  Owner &owner_;
  uint8_t block_[MAX_PLAIN + 2];
  uint16_t filled_ = 0;
  bool ready_ = false, owes_ = false, booted_ = false, clock_ = false;
  uint32_t boot_ = 0, number_ = 0, heard_at_ = 0, deadline_ = 0, counter_ = 0;
  uint16_t half_ = 0, next_ = FIRST_SEQUENCE, expected_ = FIRST_SEQUENCE, timeout_ = FIRST_TIMEOUT;
  Sent window_[WINDOW];
  uint8_t used_ = 0, fresh_ = 0, knock_ = 0;
  Event kept_[KEPT];
  uint8_t kept_count_ = 0, next_event_ = 0;
  int16_t picture_ = -1;      // how many cells' switches, then what covers them, were told; -1: none is asked for
  uint16_t pictured_ = 0;
  uint32_t picture_counter_ = 0;

  // A host that doesn't know yet that a board is here asks in letters (docs/develop/link.md).
  void knocked(uint8_t byte) {
    static const char *const KNOCK = "boardwarden?", *const KNOCKED = "boardwarden!";
    knock_ = byte == KNOCK[knock_] ? knock_ + 1 : byte == KNOCK[0];
    if (KNOCK[knock_]) return;
    knock_ = 0;
    owner_.write((const uint8_t *)KNOCKED, strlen(KNOCKED));
  }

  static uint16_t u16(const uint8_t *at) { return at[0] | (uint16_t)at[1] << 8; }
  static uint32_t u32(const uint8_t *at) { return u16(at) | (uint32_t)u16(at + 2) << 16; }

  uint8_t unstuff(uint16_t size) {
    uint16_t at = 0, out = 0;
    while (at < size) {
      uint8_t code = block_[at++];
      for (uint8_t i = 1; i < code; ++i) {
        if (at >= size) return 0;
        block_[out++] = block_[at++];
      }
      if (code < 0xFF && at < size) block_[out++] = 0;
    }
    if (out < HEAD + 2 || out > MAX_PLAIN) return 0;
    return checksum(block_, out - 2) == u16(block_ + out - 2) ? out : 0;
  }

  void take(uint8_t size, uint32_t now) {
    uint8_t kind = block_[0];
    uint32_t session = u32(block_ + 1);
    uint16_t sequence = u16(block_ + 5), acknowledged = u16(block_ + 7);
    const uint8_t *body = block_ + HEAD;
    uint8_t length = size - HEAD - 2;
    if (kind == LOOSE) {
      if (length >= 6 && body[0] == ASK) asked(session, body[1], u32(body + 2), now);
      return;
    }
    if (!ready_ || session != number_) {
      uint8_t stranger = STRANGER;
      frame(LOOSE, session, 0, &stranger, 1);
      return;
    }
    heard_at_ = now;
    arrived(acknowledged, now);
    if (kind == ACKNOWLEDGE) return;
    owes_ = true;
    // What comes early is dropped: the host sends it again.
    if (kind == NUMBERED && sequence == expected_ && length) {
      ++expected_;
      obey(body, length);
    }
  }

  void asked(uint32_t session, uint8_t link, uint32_t dictionary, uint32_t now) {
    if (!booted_) {
      booted_ = true;
      boot_ = owner_.entropy();
      half_ = boot_;
    }
    uint32_t number = number_;
    if (!(ready_ && session >> 16 == number_ >> 16)) {
      ready_ = link == LINK_VERSION && dictionary == DICTIONARY;
      number = (session & 0xFFFF0000) | ++half_;
      if (ready_) {
        number_ = number;
        next_ = expected_ = FIRST_SEQUENCE;
        timeout_ = FIRST_TIMEOUT;
        used_ = fresh_ = next_event_ = 0;
        owes_ = clock_ = false;
        picture_ = -1;
      }
    }
    heard_at_ = now;
    hello(number, now);
  }

  void hello(uint32_t number, uint32_t now) {
    // Longer than other bodies, so it is put together in the block that the ask came in.
    uint8_t *at = block_ + HEAD, *start = at;
    *at++ = HELLO;
    *at++ = LINK_VERSION;
    at = put(put(put(at, DICTIONARY), boot_), now);
    at = put(put(at, owner_.board()), FIRMWARE);
    uint8_t *count = at++;
    for (*count = 0; owner_.ability(*count); ++*count) at = put(at, owner_.ability(*count));
    count = at++;
    for (*count = 0; owner_.pad(*count); ++*count) at = put(at, owner_.pad(*count));
    at = put(put(at, ""), (uint32_t)0);
    *at++ = 0;
    frame(LOOSE, number, 0, start, at - start);
  }

  static uint8_t *put(uint8_t *at, uint32_t value) {
    for (uint8_t i = 0; i < 4; ++i) *at++ = value >> 8 * i;
    return at;
  }
  static uint8_t *put(uint8_t *at, const char *text) {
    *at = strlen(text);
    memcpy(at + 1, text, *at);
    return at + 1 + *at;
  }

  void arrived(uint16_t acknowledged, uint32_t now) {
    if (!used_) return;
    uint16_t count = acknowledged - window_[0].sequence;
    if (count == 0 || count > used_ - fresh_) return;
    for (uint8_t i = 0; i < count; ++i) {
      // Of a repeated message nobody knows which copy was acknowledged (Karn).
      if (window_[i].repeated) continue;
      uint32_t wait = 3 * (now - window_[i].sent_at) + 20;
      timeout_ = wait < SHORTEST_TIMEOUT ? SHORTEST_TIMEOUT : wait > LONGEST_TIMEOUT ? LONGEST_TIMEOUT : wait;
    }
    used_ -= count;
    memmove(window_, window_ + count, used_ * sizeof(Sent));
    deadline_ = now + timeout_;
  }

  void obey(const uint8_t *body, uint8_t length) {
    switch (body[0]) {
      case NOTED: {
        if (length < 5) return;
        uint32_t counter = u32(body + 1);
        uint8_t gone = 0;
        while (gone < kept_count_ && kept_[gone].counter <= counter) ++gone;
        forget(gone);
        return;
      }
      case TELL_PICTURE:
        picture_ = 0;
        pictured_ = 0;
        picture_counter_ = counter_;
        return;
      case TELL_CLOCK:
        clock_ = true;
        return;
      case SOUND: {
        // The name is the last text of the body.
        uint8_t at = 2 + body[1];
        char name[16];
        if (at >= length || body[at] >= sizeof(name) || at + body[at] >= length) return;
        memcpy(name, body + at + 1, body[at]);
        name[body[at]] = 0;
        owner_.sound(name);
        return;
      }
    }
  }

  void forget(uint8_t count) {
    kept_count_ -= count;
    next_event_ = next_event_ > count ? next_event_ - count : 0;
    memmove(kept_, kept_ + count, kept_count_ * sizeof(Event));
  }

  void report(uint8_t message, uint8_t place, uint32_t now) {
    if (kept_count_ == KEPT) forget(1);
    kept_[kept_count_++] = {++counter_, now, message, place};
  }

  // Moves what is to be told into the window, as far as it has room: events first, then the picture.
  void fill(uint32_t now) {
    while (used_ < WINDOW) {
      if (next_event_ < kept_count_) {
        const Event &event = kept_[next_event_++];
        Body body(event.message);
        body.u32(event.counter);
        body.u32(event.at);
        if (event.message == BUTTON) {
          body.text(owner_.pad(event.place));
          body.text(owner_.button(event.place));
        } else {
          char name[8];
          owner_.cell(event.place, name);
          body.text(name);
        }
        add(body);
      } else if (picture_ >= 0) {
        picture();
      } else if (clock_) {
        Body body(CLOCK);
        body.u32(now);
        add(body);
        clock_ = false;
      } else {
        return;
      }
    }
  }

  // Tells the cells that have a switch, all of them, then those that are covered.
  void picture() {
    const uint8_t cells = owner_.cells();
    const bool switches = picture_ < cells;
    const int16_t end = switches ? cells : 2 * (int16_t)cells;
    Body body(switches ? PICTURE_SWITCHED : PICTURE_CELLS);
    body.u8(0);
    while (picture_ < end && body.room(8)) {
      uint8_t cell = picture_ % cells;
      if (switches || owner_.covered(cell)) {
        char name[8];
        owner_.cell(cell, name);
        body.text(name);
        ++body.data[1];
        if (!switches) ++pictured_;
      }
      ++picture_;
    }
    if (body.data[1]) return add(body);
    Body told(PICTURE_TOLD);
    told.u32(picture_counter_);
    told.u8(0);
    told.u16(pictured_);
    told.u16(owner_.cells());
    picture_ = -1;
    add(told);
  }

  void add(const Body &body) {
    Sent &sent = window_[used_++];
    ++fresh_;
    sent.sequence = next_++;
    sent.repeated = false;
    sent.size = body.size;
    memcpy(sent.body, body.data, body.size);
  }

  void send(uint8_t place, uint32_t) {
    frame(NUMBERED, number_, window_[place].sequence, window_[place].body, window_[place].size);
  }

  // Puts a frame together behind the block's own contents, which are done with, and writes it stuffed.
  void frame(uint8_t kind, uint32_t session, uint16_t sequence, const uint8_t *body, uint8_t size) {
    if (size) memmove(block_ + HEAD, body, size);
    block_[0] = kind;
    put(block_ + 1, session);
    block_[5] = sequence, block_[6] = sequence >> 8;
    block_[7] = expected_, block_[8] = expected_ >> 8;
    uint16_t whole = HEAD + size, crc = checksum(block_, whole);
    block_[whole++] = crc;
    block_[whole++] = crc >> 8;
    const uint8_t zero = 0;
    owner_.write(&zero, 1);
    // Shorter than the longest run, so every run ends at a zero or at the end.
    for (uint16_t at = 0; at <= whole;) {
      uint8_t run = 0;
      while (at + run < whole && block_[at + run]) ++run;
      uint8_t code = run + 1;
      owner_.write(&code, 1);
      owner_.write(block_ + at, run);
      at += code;
    }
    owner_.write(&zero, 1);
    filled_ = 0;
  }
};

}  // namespace warden
