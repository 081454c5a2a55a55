import { expect, test } from "vitest";
import { regexes } from "zod";
import { findPatterns, judgePattern } from "./pattern-rules.ts";

test("patterns are found in every form, and dynamic ones are reported", () => {
  const text = [
    "const one = /a+b/gi;",
    'export const two = <T,>(x: T) => String(x).replaceAll(/[/"]/u, "/no/");',
    "const three = new RegExp(`${one.source}c`);",
    'const four = RegExp("d", "i"); // /neither/',
  ].join("\n");

  expect(findPatterns("some.ts", text)).toEqual([
    { line: 1, literal: { source: "a+b", flags: "gi" } },
    { line: 2, literal: { source: '[/"]', flags: "u" } },
    { line: 3, literal: null },
    { line: 4, literal: null },
  ]);
});

test("patterns without a regular expression literal are found", () => {
  const text = [
    'const one = text.match("(a+)+$");',
    "const two = new globalThis.RegExp(one);",
    'const three = window["RegExp"](one);',
    "const Pattern = RegExp;",
    "const four = text.search(`${one}+`);",
    "const schema = z.string().regex(/b+/);",
    'const field = <input pattern="(c+)+" />;',
    "const other = <input pattern={one} />;",
    "const five = candidates.match(one);",
  ].join("\n");

  expect(findPatterns("some.tsx", text)).toEqual([
    { line: 1, literal: { source: "(a+)+$", flags: "" } },
    { line: 2, literal: null },
    { line: 3, literal: null },
    { line: 4, literal: null },
    { line: 5, literal: null },
    { line: 6, literal: { source: "b+", flags: "" } },
    { line: 7, literal: { source: "(c+)+", flags: "v" } },
    { line: 8, literal: null },
  ]);
});

test.each([
  ["exponential", "^(a+)+$", ""],
  [
    "cubic, like the one that once silenced the station",
    String.raw`<location>\s*([^<]+?)\s*<\/location>`,
    "gi",
  ],
  [
    "quadratic, since it is tried from each position",
    String.raw`([A-Z0-9-]+)=(?:"([^"]*)"|([^",]*))`,
    "g",
  ],
  ["quadratic at the end", String.raw`\/+$`, ""],
])("a slow pattern is detected that is %s", async (_what, source, flags) => {
  expect(await judgePattern({ source, flags })).toMatchObject({ kind: "slow" });
});

test.each([
  ["without repetition", "^abc$", ""],
  ["anchored", String.raw`^(\d+)-(\d+)$`, ""],
  ["that stops where it may begin", "<[^<>]*>", "g"],
])("a linear pattern is recognised that is %s", async (_what, source, flags) => {
  expect(await judgePattern({ source, flags })).toEqual({ kind: "linear" });
});

test.each(["email", "base64", "base64url", "ipv4"] as const)(
  "zod's pattern for %s is linear",
  async (name) => {
    const { source, flags } = regexes[name];

    expect(await judgePattern({ source, flags })).toEqual({ kind: "linear" });
  },
);

test("a pattern with lookahead can't be judged", async () => {
  const judgement = await judgePattern({ source: String.raw`a+(?=b)`, flags: "" });

  expect(judgement).toEqual({ kind: "unknown", detail: "unsupported" });
});
