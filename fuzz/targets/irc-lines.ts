import {
  completeMask,
  LineReader,
  matchesMask,
  parseCtcp,
  parseMessage,
  serialiseCtcp,
  serialiseMessage,
  type ReadLine,
} from "@neonrelay/irc/protocol";
import { MAX_TAG_BYTES } from "../../packages/irc/src/protocol/message.ts";
import { MAX_BODY_BYTES } from "../../packages/irc/src/protocol/split-text.ts";
import { expectOneLine, expectSame, expectThat } from "../expectations.ts";
import { targetDefaults, type FuzzTarget } from "../target.ts";

/** In UTF-8. */
const LONGEST_LETTER_BYTES = 4;

/** Bytes of an IRC connection: split into lines, parsed, and serialised again. */
export const ircLines: FuzzTarget = {
  ...targetDefaults,
  mostBytes: 12 * 1024,
  seeds: [
    "@time=2030-01-01T00:00:00.000Z;account=ann;+typing=active :ann!u@h PRIVMSG #radio :hello\r\n",
    "@a=\\:\\s\\\\\\r\\n;b;c=;a=2 CMD\r\n:irc.example 005 bot PREFIX=(ov)@+ CHANTYPES=# :are supported\n",
    "PING :\u0001x\r\n\r\nPRIVMSG #a,b ::)\nPRIVMSG #a :\u0001ACTION waves\u0001\r\n",
    ":a@b!c@d 001   x  y\r\nMODE #radio +b-o *!*@*.example.org ann",
    "PRIVMSG #radio :\xc3\xa9\xff\xfe\xed\xa0\x80\r\n",
  ],
  words: [
    "@",
    ":",
    " :",
    "\r\n",
    "\r",
    "\\:",
    "\\s",
    "\\",
    ";",
    "!",
    "=",
    "*",
    "?",
    "\u0001",
    "001",
  ],
  run: (input) => {
    const whole = readAll(input, input.length);
    expectSame(readAll(input, 3), whole, "lines depend on how their bytes are cut");
    for (const line of whole) if (line.kind === "line") checkLine(line.text);
  },
};

function readAll(input: Buffer, step: number): readonly ReadLine[] {
  const options = { maxBodyBytes: 512, maxTagBytes: 4096, otherwise: "windows-1252" } as const;
  const reader = new LineReader(options);
  const lines: ReadLine[] = [];
  for (let at = 0; at < input.length; at += step) {
    lines.push(...reader.push(input.subarray(at, at + step)));
    expectThat(reader.pendingBytes <= 512 + 4096, "more than a line is kept");
  }
  return lines;
}

function checkLine(text: string): void {
  const message = parseMessage(text);
  if (message === undefined) return;
  const written = serialiseMessage(message);
  expectOneLine(written, "a written message");
  const tagBytes = written.startsWith("@") ? Buffer.byteLength(written.split(" ")[0] ?? "") + 1 : 0;
  expectThat(tagBytes <= MAX_TAG_BYTES, "tags are too long", tagBytes);
  const bodyBytes = Buffer.byteLength(written) - tagBytes;
  expectThat(bodyBytes <= MAX_BODY_BYTES, "a message is too long", bodyBytes);
  const again = parseMessage(written);
  expectThat(again !== undefined, "a written message can't be read", written);
  if (again === undefined) return;
  expectSame(again.command, message.command, "the command changed");
  // A truncated line lost words at its end, and with them the need for a colon.
  if (bodyBytes <= MAX_BODY_BYTES - LONGEST_LETTER_BYTES) {
    expectSame(again.params.length, message.params.length, "params were lost or added");
    expectSame(serialiseMessage(again), written, "written again it is another message");
  }
  for (const param of message.params) checkParam(param);
}

function checkParam(param: string): void {
  const ctcp = parseCtcp(param);
  if (ctcp !== undefined && ctcp.text !== "")
    expectSame(parseCtcp(serialiseCtcp(ctcp)), ctcp, "CTCP changed");
  const mask = completeMask(param);
  expectThat(/^[^]*![^]*@[^]*$/.test(mask), "a completed mask is none", mask);
  matchesMask(param, "ann!user@host.example.org", "ascii");
  expectThat(matchesMask("*", param, "rfc1459"), "* matches everything", param);
}
