import { readFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod";
import { projectRoot } from "./stage.ts";

const webPromisesSchema = z.record(
  z.string().regex(/^W\d+$/),
  z.strictObject({ where: z.string().min(3), test: z.string().min(3) }),
);

/** By label: the files that keep a promise of packages/web/SPEC.md, and the suites that show it. */
export function readWebPromises(): z.infer<typeof webPromisesSchema> {
  const file = path.join(projectRoot, "packages/web/spec-tests.json");
  return webPromisesSchema.parse(JSON.parse(readFileSync(file, "utf8")));
}

/** The labels of rules that a SPEC.md defines, as `- **Q12** …`, in their order. */
export function labelsOfSpec(markdown: string): readonly string[] {
  return [...markdown.matchAll(/^- \*\*([A-Z]\d+)\*\* /gm)].map(([, label = ""]) => label);
}

/** The labels at the start of test names, as `[Q12][Q13] …`, and in case tables, as `rule: "Q12"`. */
export function labelsOfTests(source: string): readonly string[] {
  const names = [...source.matchAll(/["`]((?:\[[A-Z]\d+\])+)/g)].flatMap(([, list = ""]) =>
    [...list.matchAll(/[A-Z]\d+/g)].map(([label]) => label),
  );
  const cases = [...source.matchAll(/\brule: "([A-Z]\d+)"/g)].map(([, label = ""]) => label);
  return [...names, ...cases];
}

/** Test names that begin with a label in any form but `[Q12] `. */
export function strayLabels(source: string): readonly string[] {
  const names = source.matchAll(/\b(?:test|describe)\(\s*["`]([A-Z]\d+(?: [A-Z]\d+)*) /g);
  return [...names].map(([, labels = ""]) => labels);
}
