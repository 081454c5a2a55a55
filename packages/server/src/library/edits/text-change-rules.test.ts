import type { TextChange } from "@neonrelay/contract";
import { expect, test } from "vitest";
import { compileTextChange } from "./text-change-rules.ts";

type Replacement = Extract<TextChange, { do: "replace" }>;

function changed(change: TextChange, text: string | null): string | null {
  const edit = compileTextChange(change);
  if (typeof edit !== "function") throw new Error(edit.problem);
  return edit(text);
}

function replace(find: string, to: string, options: Partial<Replacement> = {}): Replacement {
  return { do: "replace", find, to, by: "text", ignoresCase: false, ...options };
}

test.each<[TextChange, string | null, string | null]>([
  [{ do: "set", to: " Neon  Coast " }, "Old", "Neon Coast"],
  [{ do: "set", to: "" }, "Old", null],
  [{ do: "append", text: "\u3164" }, null, null],
  [{ do: "append", text: " (Live)" }, "Rise", "Rise (Live)"],
  [{ do: "append", text: ", Pop" }, null, ", Pop"],
  [{ do: "prepend", text: "DJ " }, "Vega", "DJ Vega"],
])("%j turns %s into %s", (change, before, after) => {
  expect(changed(change, before)).toBe(after);
});

test("plain text is replaced everywhere and taken literally", () => {
  expect(changed(replace("a.b", "$1"), "a.b axb A.B")).toBe("$1 axb A.B");
  expect(changed(replace("a.b", "x", { ignoresCase: true }), "a.b axb A.B")).toBe("x axb x");
  expect(changed(replace("all", ""), "all")).toBeNull();
  expect(changed(replace("a", "b"), null)).toBeNull();
});

test("the replacement can use the groups of a pattern", () => {
  const change = replace("^(.*), The$", "The $1", { by: "pattern" });

  expect(["Cure, The", "Vega"].map((artist) => changed(change, artist))).toEqual([
    "The Cure",
    "Vega",
  ]);
});

test.each([
  ["(", "this is not a valid pattern"],
  ["(?=a)b", "this is not a valid pattern"],
  [String.raw`(a)\1`, "this is not a valid pattern"],
  ["(a{1,30}){1,33}", "too long"],
])("the pattern %s is refused", (find, words) => {
  const edit = compileTextChange(replace(find, "", { by: "pattern" }));

  expect(typeof edit === "function" ? "" : edit.problem).toContain(words);
});

test("a pattern that hangs backtracking engines finishes at once", () => {
  const change = replace("^(a+a+)+$", "", { by: "pattern" });
  const beganMs = performance.now();

  expect(changed(change, `${"a".repeat(299)}!`)).toBe(`${"a".repeat(299)}!`);
  expect(performance.now() - beganMs).toBeLessThan(1000);
});
