import { expect, test } from "vitest";
import { decideTopic, joinTopic, TOPIC_INTERVAL_MS } from "./topic-updater.ts";

const at = { wanted: "On now: Dawn", setAtMs: null, nowMs: 1000 };

test("the topic is set only when it differs", () => {
  expect(decideTopic({ ...at, present: undefined })).toEqual({ kind: "set", topic: at.wanted });
  expect(decideTopic({ ...at, present: "by hand" })).toEqual({ kind: "set", topic: at.wanted });
  expect(decideTopic({ ...at, present: at.wanted })).toEqual({ kind: "nothing" });
});

test("it is set at most once a minute, even when the clock was set back", () => {
  const again = { ...at, present: "by hand", setAtMs: 500 };

  expect(decideTopic(again)).toEqual({ kind: "wait", waitMs: TOPIC_INTERVAL_MS - 500 });
  expect(decideTopic({ ...again, nowMs: 500 + TOPIC_INTERVAL_MS }).kind).toBe("set");
  expect(decideTopic({ ...again, nowMs: -1 }).kind).toBe("set");
});

test("parts that are empty or don't fit are left out", () => {
  expect(joinTopic(["On now: Dawn", "", "Neon Relay"])).toBe("On now: Dawn · Neon Relay");
  expect(joinTopic(["On now: Dawn", "é".repeat(200)])).toBe("On now: Dawn");
});
