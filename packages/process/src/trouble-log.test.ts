import { expect, test } from "vitest";
import { TroubleLog } from "./trouble-log.ts";

test("a line that is too long is cut to its message, and that to its beginning", () => {
  const log = new TroubleLog();
  const fields = { level: "error", time: "2026-01-01T00:00:00.000Z", part: "server" };
  const line = (msg: string) => JSON.stringify({ ...fields, stack: "at ".repeat(4000), msg });

  log.record(line("a sentence"));
  log.record(line("x".repeat(9000)));

  expect(log.take().map((kept): unknown => JSON.parse(kept))).toEqual([
    { ...fields, msg: "a sentence" },
    { ...fields, msg: "x".repeat(1000) },
  ]);
});
