import { existsSync, globSync, readFileSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { expect, test } from "vitest";
import { needs, testNeeds } from "./needs.ts";
import { unnamedNeeds, usedNeeds, type SourceFile } from "./need-rules.ts";
import { projectRoot } from "./stage.ts";

/** These name programs without using them. */
const aboutNeeds = [import.meta.filename, path.join(import.meta.dirname, "need-rules.test.ts")];

test("every suite names what it, or what it imports, needs of the machine", () => {
  const files = readProject();
  const suites = [...files.keys()].filter((name) => /\.test\.tsx?$/.test(name));

  const unnamed = suites
    .filter((suite) => !aboutNeeds.includes(suite))
    .map((suite) => ({ suite, tags: unnamedNeeds(suite, files, needs) }))
    .filter(({ tags }) => tags.length > 0);

  expect(unnamed).toEqual([]);
});

test("no suite of `npm test` needs what only the tests of deployment install", () => {
  const files = readProject();
  const suites = [...files.keys()].filter((name) => /(?<!\.deploy)\.test\.tsx?$/.test(name));
  const deployment = needs.filter((need) => !testNeeds.includes(need));

  const wrong = suites
    .filter((suite) => !aboutNeeds.includes(suite))
    .map((suite) => ({ suite, tags: usedNeeds(suite, files, deployment) }))
    .filter(({ tags }) => tags.length > 0);

  expect(deployment.map(({ tag }) => tag)).toContain("podman");
  expect(wrong).toEqual([]);
});

/** Every file of the packages with what it imports of them. */
function readProject(): ReadonlyMap<string, SourceFile> {
  const names = globSync(["packages/*/{src,tests,deploy}/**/*.{ts,tsx}", "scripts/*.ts"], {
    cwd: projectRoot,
  }).map((name) => path.join(projectRoot, name));
  return new Map(
    names.map((name) => {
      const text = readFileSync(name, "utf8");
      const found = text.matchAll(/(?:from |import\()"((?:\.|@neonrelay\/)[^"]+)"/g);
      const imports = [...found].flatMap(([, specifier = ""]) => fileOf(name, specifier) ?? []);
      return [name, { text, imports }];
    }),
  );
}

function fileOf(importer: string, specifier: string): string | undefined {
  const file = specifier.startsWith(".")
    ? path.join(path.dirname(importer), specifier)
    : realpathSync(createRequire(importer).resolve(specifier));
  return existsSync(file) ? file : undefined;
}
