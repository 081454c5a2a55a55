import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { readImports } from "./import-graph.ts";
import { needs, testNeeds } from "./needs.ts";
import { createNeedFinder, type SourceFile } from "./need-rules.ts";

/** These files name programs without using them. */
const aboutNeeds = [import.meta.filename, path.join(import.meta.dirname, "need-rules.test.ts")];

let files: ReadonlyMap<string, SourceFile>;
beforeAll(() => {
  files = readImports();
});

test("every suite names what it and its imports need from the machine", () => {
  const finder = createNeedFinder(files, needs);
  const suites = [...files.keys()].filter((name) => /\.test\.tsx?$/.test(name));

  const unnamed = suites
    .filter((suite) => !aboutNeeds.includes(suite))
    .map((suite) => ({ suite, tags: finder.unnamed(suite) }))
    .filter(({ tags }) => tags.length > 0);

  expect(unnamed).toEqual([]);
});

test("only suites of the area deploy need what is installed for it", () => {
  const suites = [...files.keys()].filter((name) => /(?<!\.deploy)\.test\.tsx?$/.test(name));
  const deployment = needs.filter((need) => !testNeeds.includes(need));
  const finder = createNeedFinder(files, deployment);

  const wrong = suites
    .filter((suite) => !aboutNeeds.includes(suite))
    .map((suite) => ({ suite, tags: finder.used(suite) }))
    .filter(({ tags }) => tags.length > 0);

  expect(deployment.map(({ tag }) => tag)).toContain("podman");
  expect(wrong).toEqual([]);
});
