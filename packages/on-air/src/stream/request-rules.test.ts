import { expect, test } from "vitest";
import { decideRange } from "./request-rules.ts";

test.each([
  [undefined, { kind: "stream" }],
  ["bytes=0-", { kind: "stream" }],
  ["bytes=1-", { kind: "stream" }],
  ["bytes=0-1073741822", { kind: "stream" }],
  ["bytes=2-", { kind: "unsatisfiable" }],
  ["bytes=98304-", { kind: "unsatisfiable" }],
  ["bytes=98304-98310", { kind: "unsatisfiable" }],
  ["bytes=0-1", { kind: "probe", bytes: 2 }],
  ["bytes=-500", { kind: "stream" }],
  ["bytes=0-1,5-6", { kind: "stream" }],
  ["bytes=5-2", { kind: "unsatisfiable" }],
  ["lines=0-1", { kind: "stream" }],
  ["bytes=99999999999999999999-", { kind: "stream" }],
])("the range %s is answered with %o", (range, decision) => {
  expect(decideRange({ range, userAgent: "Mozilla/5.0" })).toEqual(decision);
});

test("AppleCoreMedia's probe gets a finite stream, so that it asks for titles", () => {
  const userAgent = "AppleCoreMedia/1.0.0.21A5248v (iPhone; U; CPU OS 17_0 like Mac OS X)";

  expect(decideRange({ range: "bytes=0-1", userAgent })).toEqual({ kind: "short-stream" });
  expect(decideRange({ range: "bytes=0-", userAgent })).toEqual({ kind: "stream" });
});
