import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { projectRoot } from "./stage.ts";

const folders = ["packages/*/src/**", "scripts", "bench"];

function namesOf(end: string): readonly string[] {
  return globSync(
    folders.map((folder) => `${folder}/*-rules${end}`),
    { cwd: projectRoot },
  );
}

test("every rules file has its test beside it, under the same name", () => {
  const rules = namesOf(".ts").map((name) => name.replace(/\.ts$/, ""));
  const tested = namesOf(".test.ts").map((name) => name.replace(/\.test\.ts$/, ""));

  expect(rules.length).toBeGreaterThan(80);
  expect({
    withoutTests: rules.filter((name) => !tested.includes(name)),
    withoutRules: tested.filter((name) => !rules.includes(name)),
  }).toEqual({ withoutTests: [], withoutRules: [] });
});
