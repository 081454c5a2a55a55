import { describe, expect, test } from "vitest";
import {
  classifyError,
  decideReconnect,
  type Ending,
  FIRST_HISTORY,
  type ReconnectHistory,
} from "./ending-rules.ts";

/** Delays after consecutive endings, without jitter; each retry ends at once. */
function delays(endings: readonly Ending[], registeredForMs = 0): readonly (number | "stop")[] {
  let history: ReconnectHistory = FIRST_HISTORY;
  let nowMs = 0;
  return endings.map((ending) => {
    const decision = decideReconnect({ ending, history, registeredForMs, nowMs, random: 0 });
    if (decision.kind === "stop") return "stop";
    history = decision.history;
    nowMs += decision.delayMs + registeredForMs;
    return decision.delayMs / 1_000;
  });
}

const closed: Ending = { kind: "closed", error: "" };

describe("[C2] the client connects again for ever", () => {
  test("within 15 s for the first five minutes of trouble, then after a fifth of its age, up to five minutes", () => {
    const all = delays(Array.from({ length: 40 }, () => closed));

    expect(all.slice(0, 5)).toEqual([5, 10, 12.5, 12.5, 12.5]);
    expect(all.slice(24, 28)).toEqual([12.5, 60.5, 72.6, 87.12]);
    expect(all.at(-1)).toBe(300);
  });

  test("and from the shortest delay again after a healthy session, however soon the next one ends", () => {
    expect(delays([closed, closed, closed], 29_999)).toEqual([5, 10, 12.5]);
    expect(delays([closed, closed, closed], 30_000)).toEqual([5, 5, 5]);
  });

  test("with up to a fifth of jitter, so that clients do not all come at once", () => {
    const decision = decideReconnect({
      ending: closed,
      history: FIRST_HISTORY,
      registeredForMs: 0,
      nowMs: 0,
      random: 0.999,
    });

    expect(decision).toMatchObject({ kind: "retry", delayMs: 5_999 });
  });

  test("after at least a minute when throttled, and 12.5 s when the server may not know we are gone", () => {
    expect(delays([{ kind: "throttled", reason: "" }])).toEqual([60]);
    expect(delays([{ kind: "ping-timeout" }])).toEqual([12.5]);
  });
});

test("[C5] an account refused twice is retried after a quarter of an hour, since services may be down", () => {
  const refused: Ending = { kind: "sasl-failed", reason: "" };

  expect(delays([refused, refused, refused])).toEqual([5, 900, 900]);
});

test("[C6] a server that requires TLS gets it at once", () => {
  expect(delays([closed, { kind: "sts-upgrade", port: 6697 }, closed])).toEqual([5, 0, 10]);
});

test.each([
  ["Closing link: (x@y) [Z-lined: spam]", "banned"],
  ["Closing Link: 127.0.0.1 (K-Lined)", "banned"],
  ["You are banned from this server", "banned"],
  ["Closing link: (x@y) [K-Lined: killed twice before]", "banned"],
  ["Closing link: (x@y) [Killed (oper (you are banned))]", "closed"],
  ['KILLed by "oper": K-lined next time', "closed"],
  ["Closing link: (banned@y) [Server shutdown]", "closed"],
  ["Closing link: (x@y) [Throttled]", "throttled"],
  ["Reconnecting too fast, throttled.", "throttled"],
  ["Closing link: (x@y) [Excess Flood]", "flooded"],
  ["Closing link: (x@y) [RecvQ exceeded]", "flooded"],
  ["Access denied: Bad password?", "wrong-password"],
  ["Closing link: (x@y) [Server shutdown]", "closed"],
  ["Closing link: (x@y) [Past the deadline]", "closed"],
])("[C3] the server's closing message is classified: %s", (error, kind) => {
  expect(classifyError(error).kind).toBe(kind);
});

test("[C3] a ban and a wrong server password stop the client", () => {
  expect(delays([{ kind: "banned", reason: "spam" }])).toEqual(["stop"]);
  expect(delays([{ kind: "wrong-password", reason: "" }])).toEqual(["stop"]);
});
