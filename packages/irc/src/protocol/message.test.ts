import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type IrcMessage, parseMessage, serialiseMessage } from "./message.ts";

/** Including lone surrogates. */
const anyCharacter = fc.nat(0x2_ffff).map((code) => String.fromCodePoint(code));
const untagged = new Map<string, string>();

describe("[I1] a line is parsed as modern.ircdocs.horse says", () => {
  const lines: readonly (readonly [string, IrcMessage])[] = [
    ["PING", { tags: untagged, command: "PING", params: [] }],
    [
      ":irc.example.com CAP LS * :multi-prefix extended-join sasl",
      {
        tags: untagged,
        source: { name: "irc.example.com" },
        command: "CAP",
        params: ["LS", "*", "multi-prefix extended-join sasl"],
      },
    ],
    [
      "@id=234AB :dan!d@localhost PRIVMSG #chan :Hey what's up!",
      {
        tags: new Map([["id", "234AB"]]),
        source: { name: "dan", user: "d", host: "localhost" },
        command: "PRIVMSG",
        params: ["#chan", "Hey what's up!"],
      },
    ],
    ["CAP REQ :sasl", { tags: untagged, command: "CAP", params: ["REQ", "sasl"] }],
    ["join   #a   :", { tags: untagged, command: "JOIN", params: ["#a", ""] }],
    ["PRIVMSG #a ::-) ", { tags: untagged, command: "PRIVMSG", params: ["#a", ":-) "] }],
    ["MODE #a +o bob ", { tags: untagged, command: "MODE", params: ["#a", "+o", "bob"] }],
    [
      "@a=b\\:\\s\\\\\\r\\n\\x\\;+c;d=;a=2 :n@h 001 me",
      {
        tags: new Map([
          ["a", "2"],
          ["+c", ""],
          ["d", ""],
        ]),
        source: { name: "n", host: "h" },
        command: "001",
        params: ["me"],
      },
    ],
  ];

  test.each(lines)("%s", (line, message) => {
    expect(parseMessage(line)).toEqual(message);
  });

  test.each(["", " ", "@a=b", ":source", ":source ", "@a :b", "12 a", "1234", "é", "A\rB", "A \0"])(
    "%j is not a message",
    (line) => {
      expect(parseMessage(line)).toBeUndefined();
    },
  );
});

test("[I2] tag values are unescaped, and a lone backslash is dropped", () => {
  const message = parseMessage("@a=1\\:2\\s3\\\\4\\r5\\n6\\b7\\ PING");

  expect(message?.tags.get("a")).toBe("1;2 3\\4\r5\n6b7");
});

test("[I3] any input comes out as one line with the same command and number of params", () => {
  const anyText = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 12 }),
    fc.string({
      maxLength: 12,
      unit: fc.constantFrom("\r", "\n", "\0", " ", ":", "@", ";", "a", "\u0001"),
    }),
  );
  const anyMessage = fc.record({
    tags: fc.array(fc.tuple(anyText, anyText), { maxLength: 3 }),
    name: anyText,
    user: anyText,
    host: anyText,
    command: fc.constantFrom("PRIVMSG", "KICK", "TOPIC", "mode", "001"),
    params: fc.array(anyText, { maxLength: 4 }),
  });

  fc.assert(
    fc.property(anyMessage, ({ tags, name, user, host, command, params }) => {
      const source = { name, user, host };

      const line = serialiseMessage({ tags: new Map(tags), source, command, params });

      const message = parseMessage(line);
      expect(/[\r\n\0]/.test(line)).toBe(false);
      expect([message?.command, message?.params.length, message?.params.at(-1)]).toEqual([
        command.toUpperCase(),
        params.length,
        params
          .at(-1)
          ?.toWellFormed()
          .replaceAll(/[\r\n\0]/g, " "),
      ]);
    }),
  );
});

test("[I3] a param that would split in two, or become the last, is made one word", () => {
  const line = serialiseMessage({ command: "KICK", params: ["#a b", "", ":x", "bye\r\nQUIT"] });

  expect(line).toBe("KICK #a_b _ _x :bye  QUIT");
});

test("[I4] a serialised message parses back to itself", () => {
  const word = fc.stringMatching(/^[^\s:@!\0;=][^\s\0@!;=]{0,10}$/u);
  const text = fc.string({ unit: "grapheme", maxLength: 12 }).filter((it) => !/[\r\n\0]/.test(it));
  const key = fc.stringMatching(/^\+?[a-z][a-z0-9./-]{0,8}$/);
  const value = fc.string({ unit: "grapheme", maxLength: 9 }).filter((it) => !it.includes("\0"));
  const source = fc.oneof(
    fc.record({ name: word }),
    fc.record({ name: word, host: word }),
    fc.record({ name: word, user: word, host: word }),
  );
  const command = fc.constantFrom("PRIVMSG", "TOPIC", "433");
  const body = { command, middle: fc.array(word, { maxLength: 5 }), last: text };
  const tags = fc.uniqueArray(fc.tuple(key, value), { selector: ([name]) => name, maxLength: 4 });

  fc.assert(
    fc.property(fc.record({ tags, source, ...body }), ({ middle, last, ...rest }) => {
      const message = { ...rest, tags: new Map(rest.tags), params: [...middle, last] };

      expect(parseMessage(serialiseMessage(message))).toEqual(message);
    }),
  );
});

test("[I5] a line is at most 510 bytes without tags, and is not cut within a character", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 300, maxLength: 600 }), (text) => {
      const tags = new Map([["id", "x"]]);

      const line = serialiseMessage({ tags, command: "PRIVMSG", params: ["#a", text] });

      const body = line.slice("@id=x ".length);
      expect(Buffer.byteLength(body)).toBeLessThanOrEqual(510);
      expect(body.isWellFormed()).toBe(true);
      const safeText = text.replaceAll(/[\r\n\0]/g, " ");
      expect(`PRIVMSG #a :${safeText}`.startsWith(body)).toBe(true);
    }),
  );
});

test("[I5] tags that do not fit are dropped, those that do stay", () => {
  const tags = new Map([
    ["long", "x".repeat(9_000)],
    ["id", "1"],
  ]);

  expect(serialiseMessage({ tags, command: "PING", params: ["a"] })).toBe("@id=1 PING a");
});

test("[I3] an invalid command is never written", () => {
  expect(() => serialiseMessage({ command: "PING\r\nQUIT", params: [] })).toThrow(TypeError);
});
