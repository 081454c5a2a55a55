import { expect, test } from "vitest";
import { actorName, operatorRow, rowOfLine } from "./system-log-rules.ts";

const time = "2030-01-31T20:15:00.000Z";
const timestamp = new Date(time);

function rowOf(fields: object) {
  return rowOfLine(JSON.stringify({ level: "warn", part: "server", msg: "lost", time, ...fields }));
}

test("a warning or error in a part's log becomes a row with its fields", () => {
  const row = { category: "server", message: "lost", timestamp };

  expect(rowOf({ mount: "/live" })).toEqual({ ...row, level: "warn", details: { mount: "/live" } });
  expect(rowOf({ level: "error" })).toEqual({ ...row, level: "error", details: null });
  expect(rowOf({ level: "fatal" })).toEqual({ ...row, level: "error", details: null });
});

test("lines below a warning, or not in the log format, become no row", () => {
  expect(rowOf({ level: "info" })).toBeNull();
  expect(rowOf({ time: "never" })).toBeNull();
  expect(rowOfLine("Segmentation fault")).toBeNull();
});

test("secrets are removed from a row, by field name and in addresses", () => {
  const fields = {
    streamKey: "k",
    nested: { Authorization: ["a"], url: "https://ada:s3cret@radio.example/live" },
    msg: "can't reach icecast://source:hackme@radio.example",
  };

  expect(rowOf(fields)).toMatchObject({
    message: "can't reach icecast://source:[hidden]@radio.example",
    details: {
      streamKey: "[hidden]",
      nested: { Authorization: "[hidden]", url: "https://ada:[hidden]@radio.example/live" },
    },
  });
});

test("a row is bounded and contains no unstorable characters", () => {
  expect(rowOf({ msg: "a\0".repeat(2000), part: "p".repeat(60) })).toMatchObject({
    message: "a".repeat(1000),
    category: "p".repeat(50),
  });
  expect(rowOf({ text: "b".repeat(5000) })?.details).toEqual({
    shortened: `{"text":"${"b".repeat(1991)}`,
  });
  expect(rowOf({ a: { b: { c: { d: { e: {} } } } } })?.details).toEqual({
    a: { b: { c: { d: { e: null } } } },
  });
});

test("an error in a row keeps its message and drops its stack", () => {
  const error = { type: "Error", message: "gone", code: "ENOENT", stack: "at …" };

  expect(rowOf({ error })?.details).toEqual({
    error: { type: "Error", message: "gone", code: "ENOENT" },
  });
});

test("the log names the operator who did something", () => {
  const action = { who: "station command", action: "cleared the queue" } as const;
  const details = { count: NaN, at: timestamp, list: [1, "a\0"], isAll: true };

  expect(operatorRow({ ...action, details }, timestamp)).toEqual({
    level: "info",
    category: "operator",
    message: "station command cleared the queue",
    details: { count: null, at: time, list: [1, "a"], isAll: true, by: "station command" },
    timestamp,
  });
});

test("each kind of actor has a name in the log", () => {
  const account = { accountId: "1", username: "ada", name: "Ada L.", email: null } as const;
  const user = { ...account, kind: "user", role: "dj", ircAccount: null, lastLogin: null } as const;

  expect(
    (
      [
        user,
        { kind: "access-code" },
        { kind: "guest" },
        { kind: "channel-operator", nick: "op" },
        "a vote in the channel",
      ] as const
    ).map(actorName),
  ).toEqual(["ada", "access code", "a guest", "op on IRC", "a vote in the channel"]);
});
