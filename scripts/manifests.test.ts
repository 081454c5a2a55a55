import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";
import { projectRoot } from "./stage.ts";

const names = z.record(z.string(), z.string()).default({});
const manifestSchema = z.object({
  name: z.string(),
  dependencies: names,
  devDependencies: names,
  optionalDependencies: names,
});

/** Tools of the root that every package's tests use. */
const testTools = ["vitest", "fast-check"];

// knip also accepts what only the root declares.
test("a package declares each package that it imports", () => {
  const undeclared = globSync("packages/*", { cwd: projectRoot }).flatMap((folder) => {
    const declared = new Set([...declaredIn(folder), ...testTools]);
    return globSync(`${folder}/{src,tests,deploy}/**/*.{ts,tsx}`, { cwd: projectRoot }).flatMap(
      (file) =>
        importsOf(file)
          .filter((name) => !declared.has(name))
          .map((name) => `${file}: ${name}`),
    );
  });

  expect(undeclared).toEqual([]);
});

function declaredIn(folder: string): readonly string[] {
  const text = readFileSync(path.join(projectRoot, folder, "package.json"), "utf8");
  const manifest = manifestSchema.parse(JSON.parse(text));
  const { name, dependencies, devDependencies, optionalDependencies } = manifest;
  const all = { ...dependencies, ...devDependencies, ...optionalDependencies };
  return [name, ...Object.keys(all)];
}

/** The packages that a file imports by statements at the start of a line. */
function importsOf(file: string): readonly string[] {
  const text = readFileSync(path.join(projectRoot, file), "utf8");
  const found = text.matchAll(/^(?:import |(?:import|export|\}) [^"]*from )"([^."][^"]*)";$/gm);
  return [...found]
    .map(([, specifier = ""]) => specifier)
    .filter((specifier) => !specifier.startsWith("node:"))
    .map((specifier) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier);
}
