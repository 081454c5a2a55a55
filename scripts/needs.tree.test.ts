import { existsSync, globSync, readFileSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { needs, testNeeds } from "./needs.ts";
import { createNeedFinder, type SourceFile } from "./need-rules.ts";
import { projectRoot } from "./stage.ts";

/** These name programs without using them. */
const aboutNeeds = [import.meta.filename, path.join(import.meta.dirname, "need-rules.test.ts")];

const requireHere = createRequire(import.meta.url);
const packageFiles = new Map<string, string>();
let files: ReadonlyMap<string, SourceFile>;
beforeAll(() => {
  files = readProject();
});

test("every suite names what it, or what it imports, needs of the machine", () => {
  const finder = createNeedFinder(files, needs);
  const suites = [...files.keys()].filter((name) => /\.test\.tsx?$/.test(name));

  const unnamed = suites
    .filter((suite) => !aboutNeeds.includes(suite))
    .map((suite) => ({ suite, tags: finder.unnamed(suite) }))
    .filter(({ tags }) => tags.length > 0);

  expect(unnamed).toEqual([]);
});

test("no suite of `npm test` needs what only the tests of deployment install", () => {
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
    : fileOfPackage(specifier);
  return existsSync(file) ? file : undefined;
}

/** The packages of the project are the same ones wherever they are imported. */
function fileOfPackage(specifier: string): string {
  const known = packageFiles.get(specifier);
  if (known !== undefined) return known;
  const file = realpathSync(requireHere.resolve(specifier));
  packageFiles.set(specifier, file);
  return file;
}
