import type { KindRule } from "@neonrelay/contract/callers";
import { expect, test } from "vitest";
import { withoutRule, withRule, withRuleUp } from "./kind-rules-form.tsx";

const rule = (value: string): KindRule => ({ by: "folder", value, kind: "jingle" });
const rules = ["a", "b", "c"].map(rule);
const values = (list: readonly KindRule[]) => list.map(({ value }) => value).join("");

test("a rule is changed, removed, and moved one place up", () => {
  expect(values(withRule(rules, 1, rule("x")))).toBe("axc");
  expect(values(withoutRule(rules, 1))).toBe("ac");
  expect(values(withRuleUp(rules, 2))).toBe("acb");
  expect(values(withRuleUp(rules, 0))).toBe("abc");
});
