import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { readWebPromises } from "./spec-labels.ts";
import { projectRoot } from "./stage.ts";

const LONGEST_CELL = 120;

const documents = ["*.md", "docs/**/*.md", "packages/*/SPEC.md"]
  .flatMap((pattern) => globSync(pattern, { cwd: projectRoot }))
  .map((name) => ({ name, text: readFileSync(path.join(projectRoot, name), "utf8") }));
const webPromises = Object.entries(readWebPromises());
const files = [
  "*",
  "{bench,deploy,docs,fuzz,scripts}/**/*",
  "packages/*/*",
  "packages/*/{src,tests,deploy}/**/*",
].flatMap((pattern) => globSync(pattern, { cwd: projectRoot }));

/** Files that a walk-through has the reader create, and files of a station. */
const examples = new Set(["commands/uptime.ts", "pictures/rings.ts", "DATA_DIR/station-data.json"]);

function isThere(name: string): boolean {
  return (
    files.some((file) => file === name || file.endsWith(`/${name}`)) ||
    [...examples].some((example) => name.endsWith(example))
  );
}

function found(pattern: RegExp, isFault: (match: string, document: string) => boolean) {
  return documents.flatMap(({ name, text }) =>
    [...text.matchAll(pattern)].flatMap(([, match = ""]) =>
      isFault(match, name) ? [`${name}: ${match}`] : [],
    ),
  );
}

test("every link in a document leads to a file", () => {
  const links = found(
    /\]\((?!https?:)([^)#\s]+)/g,
    (link, document) => !files.includes(path.join(path.dirname(document), link).replace(/\/$/, "")),
  );

  expect(documents.length).toBeGreaterThan(20);
  expect(links).toEqual([]);
});

test("every file named in a document exists", () => {
  // The changelog also names deleted files, and the style guide files that must not exist.
  const names = found(
    /`(\w[\w./-]*\.(?:tsx?|mjs|md|css|sh))`/g,
    (name, document) => !["CHANGELOG.md", "STYLE.md"].includes(document) && !isThere(name),
  );

  expect(names).toEqual([]);
});

test("every suite that the web app's promises name is there", () => {
  const missing = webPromises.flatMap(([label, { test: shownBy }]) =>
    [...shownBy.matchAll(/`([\w.-]+\.(?:test|e2e))`/g)].flatMap(([, suite = ""]) => {
      const stem = suite.replace(/\.test$/, "");
      const names = ["test.ts", "test.tsx"].map((end) => `${stem}.${end}`);
      const ends = ["database", "embedded", "integration", "station", "sound", "alone"];
      const all = [...names, ...ends.map((end) => `${stem}.${end}.test.ts`)];
      return all.some(isThere) ? [] : [`${label}: ${suite}`];
    }),
  );

  expect(webPromises.length).toBeGreaterThan(0);
  expect(missing).toEqual([]);
});

test("every file that is said to keep a promise of the web app is there", () => {
  const missing = webPromises.flatMap(([label, { where }]) =>
    [...where.matchAll(/`(\w[\w./-]*\.(?:tsx?|mjs|css))`/g)].flatMap(([, name = ""]) =>
      isThere(name) ? [] : [`${label}: ${name}`],
    ),
  );

  expect(missing).toEqual([]);
});

test("no table cell is too long to read as text", () => {
  const cells = documents.flatMap(({ name, text }) =>
    text
      .split("\n")
      .filter((line) => line.startsWith("|"))
      .flatMap((line) => line.split("|").map((cell) => cell.trim()))
      .flatMap((cell) =>
        cell.length > LONGEST_CELL && !/^[:-]+$/.test(cell) ? [`${name}: ${cell}`] : [],
      ),
  );

  expect(cells).toEqual([]);
});
