// Web NFC as Chrome on Android has it (https://w3c.github.io/web-nfc/), in the place of a phone's antenna: a test
// holds tags to it. Before the page's scripts run.
(() => {
  const readers = [];
  window.written = [];
  window.nearWrites = true;
  window.NDEFReader = class extends EventTarget {
    async scan() {
      await window.nfcAsked;
      if (window.nfcFails) throw new DOMException("refused", window.nfcFails);
      readers.push(this);
    }
    async write(message) {
      if (!window.nearWrites) throw new DOMException("gone", "NetworkError");
      await window.nearWriting;
      window.written.push(message);
    }
  };
  window.holdTag = (serialNumber, text) => {
    const data = new DataView(new TextEncoder().encode(text ?? "").buffer);
    const records = text === null ? [] : [{ recordType: "text", encoding: "utf-8", lang: "en", data }];
    const event = Object.assign(new Event("reading"), { serialNumber, message: { records } });
    for (const reader of readers) reader.dispatchEvent(event);
  };
  window.holdDeadTag = () => {
    for (const reader of readers) reader.dispatchEvent(new Event("readingerror"));
  };
})();
