import { expect, test } from "vitest";
import { reportHearing, type Hearing } from "./hearing-rules.ts";

const sound: Hearing = {
  kind: "sound",
  codec: "mp3",
  bitrateKbps: 192,
  levelDb: -14.2,
  title: "Ann - Sun",
  firstSoundMs: 41.7,
};

test("a heard stream is reported with codec, bitrate, level, title and time", () => {
  expect(reportHearing(sound, "http://radio.example/stream.mp3")).toEqual({
    isHeard: true,
    lines: [
      "Heard at http://radio.example/stream.mp3: mp3 at 192 kbit/s, -14 dBFS, the first sound after 42 ms.",
      "Title: Ann - Sun",
    ],
  });
});

test.each<{ hearing: Hearing; found: string; advice: RegExp }>([
  { hearing: { ...sound, levelDb: -Infinity }, found: "the stream is silent", advice: /volume/ },
  { hearing: { ...sound, levelDb: -61 }, found: "the stream is silent", advice: /volume/ },
  { hearing: { kind: "not-audio" }, found: "what comes is not audio", advice: /stream\.mp3/ },
  {
    hearing: { kind: "nothing-came" },
    found: "the connection is open, but no sound comes",
    advice: /proxy/,
  },
  {
    hearing: { kind: "status", status: 404 },
    found: "the answer has status 404",
    advice: /address: see/,
  },
  {
    hearing: { kind: "status", status: 502 },
    found: "the answer has status 502",
    advice: /behind/,
  },
  {
    hearing: { kind: "no-connection", reason: "ECONNREFUSED" },
    found: "ECONNREFUSED",
    advice: /HOST=0\.0\.0\.0/,
  },
  {
    hearing: { kind: "no-connection", reason: "ETIMEDOUT" },
    found: "ETIMEDOUT",
    advice: /firewall/,
  },
  { hearing: { kind: "no-connection", reason: "ENOTFOUND" }, found: "ENOTFOUND", advice: /DNS/ },
  {
    hearing: { kind: "no-connection", reason: "ERR_TLS_CERT_ALTNAME_INVALID" },
    found: "ERR_TLS_CERT_ALTNAME_INVALID",
    advice: /for this name/,
  },
  {
    hearing: { kind: "no-connection", reason: "DEPTH_ZERO_SELF_SIGNED_CERT" },
    found: "DEPTH_ZERO_SELF_SIGNED_CERT",
    advice: /whole chain/,
  },
])("$found: not heard, and what to do", ({ hearing, found, advice }) => {
  const { isHeard, lines } = reportHearing(hearing, "there");

  expect([isHeard, lines[0]]).toEqual([false, `Not heard at there: ${found}.`]);
  expect(lines[1]).toMatch(advice);
});
