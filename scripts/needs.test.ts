import { existsSync, globSync, readFileSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { expect, test } from "vitest";
import { needs } from "./needs.ts";
import { tellLeftOut, unnamedNeeds, type SourceFile } from "./need-rules.ts";
import { projectRoot } from "./stage.ts";

const mpv = { tag: "mpv", sign: '"mpv"', isPackage: true };
const root = { tag: "root", sign: '"--mount"', isPackage: false };

test("every suite names what it, or what it imports, needs of the machine", () => {
  const files = readProject();
  const suites = [...files.keys()].filter((name) => /\.test\.tsx?$/.test(name));

  const unnamed = suites
    .filter((suite) => suite !== import.meta.filename)
    .map((suite) => ({ suite, tags: unnamedNeeds(suite, files, needs) }))
    .filter(({ tags }) => tags.length > 0);

  expect(unnamed).toEqual([]);
});

test("what a helper needs, each suite that reaches it names, for itself or for single tests", () => {
  const files = new Map([
    ["silent.test.ts", { text: "", imports: ["helper.ts"] }],
    ["whole.test.ts", { text: "// @module-tag mpv", imports: ["helper.ts"] }],
    ["single.test.ts", { text: '{ tags: ["root", "mpv"] }', imports: ["helper.ts"] }],
    ["other.test.ts", { text: "", imports: ["other.ts"] }],
    ["helper.ts", { text: "", imports: ["peer.ts", "silent.test.ts"] }],
    ["peer.ts", { text: 'start("mpv")', imports: [] }],
  ]);

  const found = [...files.keys()].map((name) => unnamedNeeds(name, files, [mpv]).join());

  expect(found).toEqual(["mpv", "", "", "", "mpv", "mpv"]);
});

test("what was left out is listed by its reason, single tests by their names and whole suites once", () => {
  const left = (suite: string, name: string, ...tags: string[]) => ({
    project: "sound",
    suite,
    name,
    tags,
  });
  const tests = [
    left("a.ts", "one plays", "mpv"),
    left("b.ts", "two plays", "ffmpeg", "mpv"),
    left("b.ts", "three plays", "mpv"),
    left("c.ts", "four is another user", "root"),
    left("d.ts", "five waits"),
  ];

  expect(tellLeftOut(tests, [mpv, root], new Set(["sound: b.ts"]))).toEqual([
    "left out, as the package mpv is missing:",
    "  sound: a.ts > one plays",
    "  sound: b.ts (2 tests)",
    "left out, as it needs root:",
    "  sound: c.ts > four is another user",
    "left out, with its reason in the suite:",
    "  sound: d.ts > five waits",
  ]);
});

/** Every file of the packages with what it imports of them. */
function readProject(): ReadonlyMap<string, SourceFile> {
  const names = globSync(["packages/*/{src,tests}/**/*.{ts,tsx}", "scripts/*.ts"], {
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
