import { globSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.join(import.meta.dirname, "..");
const folders = ["web", "server", "contract"].map((name) =>
  path.join(root, "packages", name, "src"),
);

test("what people read says email, colour and sign in, one way each", () => {
  const found: string[] = [];
  for (const folder of folders)
    for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
      if (!/\.tsx?$/.test(name) || name.includes(".test.")) continue;
      const text = readFileSync(path.join(folder, name), "utf8");
      const words = /\b[Ee]-mails?\b|[" ]Colors?"|[>"](?:Login|Log in)["<]/g;
      for (const [word] of text.matchAll(words)) found.push(`${name}: ${word}`);
    }

  expect(found).toEqual([]);
});

// A user of the system is called so (`<user>nobody`, `--reuid=nobody`), and an artist of a test ("Nobody").
const nobody = '(?<![>=`"])nobody(?! - )';
const stiff = String.raw`whoever|${nobody}|anew|somebody|anybody|whom|likewise|of late|in vain|in the place of|told of|(?:is|are|was|were|be|been) told(?! (?:apart|from))`;

test("no source, test or document uses stiff words such as whoever, anew and is told", () => {
  const found: string[] = [];
  const files = ["*.md", "{packages,bench,fuzz,scripts,docs}/**/*.{ts,tsx,mjs,sh,md}"];
  const words = new RegExp(`\\b(?:${stiff})\\b`, "gi");
  const isLeftOut = (name: string) => /node_modules|\bdist\b|one-spelling/.test(name);
  for (const name of globSync(files, { cwd: root, exclude: isLeftOut })) {
    const text = readFileSync(path.join(root, name), "utf8");
    for (const [word] of text.matchAll(words)) found.push(`${name}: ${word}`);
  }

  expect(found).toEqual([]);
});
