import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { labelsOfSpec, labelsOfTests, readWebPromises, strayLabels } from "./spec-labels.ts";
import { projectRoot } from "./stage.ts";

const textsOf = (pattern: string): readonly string[] =>
  globSync(pattern, { cwd: projectRoot }).map((file) =>
    readFileSync(path.join(projectRoot, file), "utf8"),
  );
const rules = textsOf("packages/*/SPEC.md").flatMap(labelsOfSpec);
const suites = textsOf("packages/*/{src,tests,deploy}/**/*.test.{ts,tsx}");
/** The web app's are in a file of their own, since most of them are shown by several suites. */
const tested = new Set([...suites.flatMap(labelsOfTests), ...Object.keys(readWebPromises())]);

test("each label is used by one rule", () => {
  expect(rules.filter((label, index) => rules.indexOf(label) !== index)).toEqual([]);
});

test("every rule of a SPEC.md has a test", () => {
  expect(rules.length).toBeGreaterThan(0);
  expect(rules.filter((label) => !tested.has(label))).toEqual([]);
});

test("every label of a test is a rule of a SPEC.md", () => {
  const known = new Set(rules);

  expect([...tested].filter((label) => !known.has(label))).toEqual([]);
});

test("labels in test names are in brackets", () => {
  expect(suites.flatMap(strayLabels)).toEqual([]);
});

test("labels are read from a SPEC.md, from test names and from case tables", () => {
  const source = `test("[P1][P2] one", …); test.each([{ rule: "N3" }])("[$rule] two", …); test("S7 three", …)`;

  expect(labelsOfSpec("- **P1** A rule\n- **P2** Another of **P9**")).toEqual(["P1", "P2"]);
  expect(labelsOfTests(source)).toEqual(["P1", "P2", "N3"]);
  expect(strayLabels(source)).toEqual(["S7"]);
});
