import { describe, expect, test } from "vitest";
import { looksLikeNetsplit } from "./batches.ts";
import { offeredCapabilities, requestLines } from "./capability-rules.ts";
import { decideAfterKick, decideJoinRetryMs } from "./join-rules.ts";
import { readNamesWord } from "./names-rules.ts";
import { nicksToTry } from "./nick-rules.ts";
import { offersMechanism, saslAnswers } from "./sasl-rules.ts";
import { SeenMessages } from "./seen-messages.ts";
import { decideSts } from "./sts-rules.ts";

const minuteMs = 60_000;

test("[C7] a taken nick is followed by the others, then by variants of the first", () => {
  expect(nicksToTry("neonrelay", ["neon", "bad nick"])).toEqual([
    "neonrelay",
    "neon",
    "neonrelay_",
    "neonrelay2",
    "neonrela_",
    "neonrela3",
    "neonrela4",
    "neonrela5",
  ]);
});

test("[C8] a channel that refuses us is tried again after 30 s, doubling to half an hour", () => {
  expect([1, 2, 3, 7, 99].map((refusals) => decideJoinRetryMs(refusals) / 1_000)).toEqual([
    30, 60, 120, 1_800, 1_800,
  ]);
});

test("[C9] the first kick keeps us out for a minute, a second for half an hour, a third for good", () => {
  expect(decideAfterKick([0])).toEqual({ kind: "rejoin", delayMs: minuteMs });
  expect(decideAfterKick([0, 9 * minuteMs])).toEqual({ kind: "rejoin", delayMs: 30 * minuteMs });
  expect(decideAfterKick([0, 11 * minuteMs])).toEqual({ kind: "rejoin", delayMs: minuteMs });
  expect(decideAfterKick([0, 9 * minuteMs, 40 * minuteMs])).toEqual({ kind: "stay-out" });
});

describe("[C5] SASL", () => {
  test("sends account and password in pieces of 400 characters, the last one shorter", () => {
    const plain = (password: string) => saslAnswers({ kind: "plain", account: "a", password });

    expect(plain("b")).toEqual([Buffer.from("a\0a\0b").toString("base64")]);
    expect(plain("x".repeat(296)).map(({ length }) => length)).toEqual([400, 1]);
    expect(plain("x".repeat(300)).map(({ length }) => length)).toEqual([400, 8]);
    expect(saslAnswers({ kind: "external" })).toEqual(["+"]);
  });

  test("is tried only where the server has the mechanism", () => {
    expect(offersMechanism("PLAIN,EXTERNAL", "EXTERNAL")).toBe(true);
    expect(offersMechanism("SCRAM-SHA-256", "PLAIN")).toBe(false);
    expect(offersMechanism("", "PLAIN")).toBe(true);
  });

  test("is asked for only with an account", () => {
    const offered = offeredCapabilities(["sasl=PLAIN", "server-time", "unknown"]);

    expect(requestLines(offered, true)).toEqual(["sasl server-time"]);
    expect(requestLines(offered, false)).toEqual(["server-time"]);
  });
});

test("[C6] over a connection without TLS only the port of STS counts, over one with TLS only the duration", () => {
  const value = "duration=60,port=6697,preload";
  const common = { port: 6667, nowMs: 1_000 };

  expect(decideSts({ ...common, value, isSecure: false })).toEqual({ kind: "upgrade", port: 6697 });
  expect(decideSts({ ...common, value, isSecure: true })).toEqual({
    kind: "remember",
    policy: { port: 6667, untilMs: 61_000 },
  });
  expect(decideSts({ ...common, value: "duration=0", isSecure: true })).toEqual({ kind: "forget" });
  expect(decideSts({ ...common, value: "port=0", isSecure: false })).toEqual({ kind: "nothing" });
  expect(decideSts({ ...common, value: "", isSecure: true })).toEqual({ kind: "nothing" });
});

test("[C15] what was heard is known again by its id, or by its time when it is played back", () => {
  const seen = new SeenMessages();
  const message = { target: "#a", msgid: "1", serverTimeMs: 5_000, isPlayback: false };
  const unnamed = { ...message, msgid: undefined };

  expect(seen.note(message)).toBe(true);
  expect(seen.note({ ...message, isPlayback: true })).toBe(false);
  expect(seen.note({ ...unnamed, isPlayback: true })).toBe(false);
  expect(seen.note(unnamed)).toBe(true);
  expect(seen.note({ ...unnamed, serverTimeMs: 6_000, isPlayback: true })).toBe(true);
  expect([seen.lastMs("#a"), seen.lastMs("#b")]).toEqual([6_000, undefined]);
});

test.each([
  ["irc.example.org services.example.org", true],
  ["*.net *.split", true],
  ["Quit: see you at 10.30", false],
  ["bye", false],
])("[C17] whether the quit %j is a netsplit: %s", (reason, isNetsplit) => {
  expect(looksLikeNetsplit(reason)).toBe(isNetsplit);
});

test("[C17] a name in the list is read with all its statuses, and its source where it is told", () => {
  const prefix = [
    { mode: "o", sign: "@" },
    { mode: "v", sign: "+" },
  ];

  expect(readNamesWord("@+ann", prefix)).toEqual({ nick: "ann", modes: "ov" });
  expect(readNamesWord("bob!b@host", prefix)).toEqual({
    nick: "bob",
    modes: "",
    user: "b",
    host: "host",
  });
  expect(readNamesWord("@", prefix)).toBeUndefined();
});
