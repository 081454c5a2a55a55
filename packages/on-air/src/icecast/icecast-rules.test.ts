import { expect, test } from "vitest";
import { readSourceReply } from "./icecast-protocol.ts";
import { decideRetry, explainFailure, type OutputFailure } from "./icecast-rules.ts";

const away: OutputFailure = { kind: "unreachable", detail: "ECONNREFUSED" };
const refused = (status: number): OutputFailure => ({
  kind: "refused",
  reply: { kind: "refused", reason: "status", status },
});

test("[S77] the pauses grow from 1 to 30 s, within a fifth", () => {
  const delaysMs: number[] = [];
  let triesInARow = 0;
  for (let times = 0; times < 7; times += 1) {
    const retry = decideRetry({ failure: away, triesInARow, random: 0.5 });
    if (retry.kind === "stop") throw new Error("stopped");
    delaysMs.push(retry.delayMs);
    ({ triesInARow } = retry);
  }

  expect(delaysMs).toEqual([1000, 2000, 4000, 8000, 15_000, 30_000, 30_000]);
  expect(decideRetry({ failure: away, triesInARow: 0, random: 0 })).toMatchObject({ delayMs: 800 });
  expect(decideRetry({ failure: away, triesInARow: 0, random: 0.99 })).toMatchObject({
    delayMs: 1196,
  });
});

test.each([
  { flowedMs: 59_000, triesInARow: 6, isNews: false },
  { flowedMs: 60_000, triesInARow: 1, isNews: true },
])("[S77] a minute on air clears earlier failures: $flowedMs ms", ({ flowedMs, ...told }) => {
  const failure = { kind: "broken", detail: "ECONNRESET", flowedMs } as const;

  expect(decideRetry({ failure, triesInARow: 5, random: 0.5 })).toMatchObject(told);
});

test("[S77] our own dead source blocks for some seconds, a wrong password forever", () => {
  const taken: OutputFailure = {
    kind: "refused",
    reply: { kind: "refused", reason: "mount-in-use" },
  };

  expect(decideRetry({ failure: taken, triesInARow: 5, random: 0.5 })).toMatchObject({
    delayMs: 3000,
  });
  expect(decideRetry({ failure: refused(403), triesInARow: 5, random: 0.5 })).toMatchObject({
    delayMs: 30_000,
  });
  expect(decideRetry({ failure: refused(401), triesInARow: 0, random: 0.5 })).toEqual({
    kind: "stop",
    isNews: true,
  });
  expect(explainFailure(taken)).toBe("Another source is on this mount");
});

test.each([
  {
    text: "HTTP/1.1 100 Continue\r\nContent-Length: 0\r\n\r\nHTTP/1.0 200 OK\r\n",
    kind: "accepted",
  },
  { text: "HTTP/1.0 200 OK\r\n\r\n", kind: "accepted" },
  { text: "HTTP/1.0 401 Unauthorized\r\nContent-Length: 4\r\n\r\n<b>x", kind: "refused" },
  { text: "SSH-2.0-OpenSSH\r\n", kind: "refused" },
  { text: "HTTP/1.0 20", kind: undefined },
  { text: "HTTP/1.0 200 OK\r\nServer: Icecast\r\n", kind: undefined },
  { text: "HTTP/1.0 403 Forbidden\r\nContent-Length: 9\r\n\r\nMountp", kind: undefined },
])("[S78] an answer counts once it is complete: $text", ({ text, kind }) => {
  expect(readSourceReply(Buffer.from(text), { isAll: false })?.kind).toBe(kind);
});

test.each([
  ["HTTP/1.0 403 Mountpoint\r\n\r\n<html>\r\n in use</html>", { reason: "mount-in-use" }],
  ["HTTP/1.0 404 s3cret\r\nX: s3cret\r\n\r\ns3cret", { reason: "status", status: 404 }],
  ["-ERR s3cret", { reason: "no-icecast" }],
])("[S78] only the kind of a refusal is kept: %j", (text, reply) => {
  expect(readSourceReply(Buffer.from(text), { isAll: true })).toEqual({
    kind: "refused",
    ...reply,
  });
});
