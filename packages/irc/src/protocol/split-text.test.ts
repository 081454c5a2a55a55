import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { splitText, textBudgetBytes, truncateText } from "./split-text.ts";

const samples = {
  ascii: "a",
  accent: "é",
  han: "漢",
  emoji: "🎵",
  family: "👨‍👩‍👧‍👦",
  zalgo: "e\u0301\u0323",
};

test("[I13] the budget is what is left of 510 bytes after the server's own prefix", () => {
  const sender = { nick: "longA", user: "~longA", host: "web.invalid" };

  // Measured: ngircd passed 472 bytes.
  expect(textBudgetBytes({ sender, command: "PRIVMSG", target: "#f" })).toBe(472);
});

test("[I14] pieces join back to the text, and each begins with the prefix and fits", () => {
  const text = fc.string({ unit: fc.constantFrom(...Object.values(samples), " ", "word ") });
  const prefix = fc.string({ unit: "grapheme", maxLength: 8 });

  fc.assert(
    fc.property(text, prefix, fc.integer({ min: 60, max: 120 }), (whole, name, maxBytes) => {
      const pieces = splitText({ text: whole, prefix: name, maxBytes });

      for (const piece of pieces) {
        expect(piece.startsWith(name)).toBe(true);
        expect(piece.isWellFormed()).toBe(true);
        expect(Buffer.byteLength(piece)).toBeLessThanOrEqual(maxBytes);
      }
      expect(pieces.map((piece) => piece.slice(name.length)).join("")).toBe(whole);
    }),
  );
});

describe("[I15] no piece ends inside a visible character", () => {
  test.each(Object.entries(samples))("%s", (_, grapheme) => {
    const pieces = splitText({ text: grapheme.repeat(200), prefix: "<a> ", maxBytes: 100 });

    for (const piece of pieces) {
      const body = piece.slice(4);
      expect(grapheme.repeat(body.length / grapheme.length)).toBe(body);
    }
  });

  test("unless that character alone is longer than a piece, which then ends between code points", () => {
    const family = samples.family.repeat(2);

    const pieces = splitText({ text: family, prefix: "", maxBytes: 12 });

    expect(pieces.every((piece) => piece.isWellFormed() && Buffer.byteLength(piece) <= 12)).toBe(
      true,
    );
    expect(pieces.join("")).toBe(family);
  });
});

test("[I15] text is cut before a space where there is one, since servers strip trailing spaces", () => {
  const pieces = splitText({ text: "one two three four", prefix: "> ", maxBytes: 11 });

  expect(pieces).toEqual(["> one two", ">  three", ">  four"]);
});

test("[I15] a short text is one piece, and so is an empty one", () => {
  expect(splitText({ text: "", prefix: "> ", maxBytes: 11 })).toEqual(["> "]);
  expect(splitText({ text: "hi", prefix: "> ", maxBytes: 11 })).toEqual(["> hi"]);
});

test("[I15] a prefix that leaves no room is refused", () => {
  expect(() => splitText({ text: "hi", prefix: "12345678", maxBytes: 11 })).toThrow(RangeError);
});

test("[I5] a text is shortened between code points", () => {
  expect(truncateText("aé漢🎵", 9)).toBe("aé漢");
  expect(truncateText("aé漢🎵", 10)).toBe("aé漢🎵");
});
