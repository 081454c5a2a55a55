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

/** A package, or the root with everything outside packages. */
interface Package {
  readonly folder: string;
  readonly name: string;
  readonly declared: readonly string[];
  /** Globs of its source files, besides its folder. */
  readonly source: readonly string[];
}

/** Tools of the root used by every package's tests. */
const testTools = ["vitest", "fast-check"];
const packages = [
  ...globSync("packages/*", { cwd: projectRoot }).map((folder) =>
    readPackage(folder, ["*.ts", "{src,tests,deploy}/**/*.{ts,tsx}"]),
  ),
  readPackage(".", ["*.ts", "{bench,fuzz,scripts}/**/*.{ts,mts,mjs}"]),
];
const importsOfEach = new Map(packages.map((each) => [each.name, readImports(each)]));

// knip also accepts packages that only the root declares, and paths into another package.
test("a package declares each package that it imports, by its name or by a path", () => {
  const undeclared = packages.flatMap((each) => {
    const known = new Set([each.name, ...each.declared, ...testTools]);
    return (importsOfEach.get(each.name) ?? [])
      .filter(({ name }) => !known.has(name))
      .map(({ file, name }) => `${file}: ${name}`);
  });

  expect([...new Set(undeclared)]).toEqual([]);
});

// knip skips these, since it does not count a path into another package as a use of it.
test("a package imports each package of the project that it declares", () => {
  const unused = packages.flatMap((each) => {
    const imported = new Set(importsOfEach.get(each.name)?.map(({ name }) => name));
    return each.declared
      .filter((name) => name.startsWith("@neonrelay/") && !imported.has(name))
      .map((name) => `${each.name}: ${name}`);
  });

  expect(unused).toEqual([]);
});

function readPackage(folder: string, source: readonly string[]): Package {
  const text = readFileSync(path.join(projectRoot, folder, "package.json"), "utf8");
  const manifest = manifestSchema.parse(JSON.parse(text));
  const { name, dependencies, devDependencies, optionalDependencies } = manifest;
  const all = { ...dependencies, ...devDependencies, ...optionalDependencies };
  return { folder, name, declared: Object.keys(all), source };
}

/** The packages its files import, by statements at the start of a line or at run time. */
function readImports({ folder, source }: Package): readonly {
  readonly file: string;
  readonly name: string;
}[] {
  const patterns = source.map((pattern) => path.join(folder, pattern));
  return globSync(patterns, { cwd: projectRoot }).flatMap((file) => {
    const text = readFileSync(path.join(projectRoot, file), "utf8");
    const found = text.matchAll(
      /(?:^import |^(?:import|export|\}) [^"]*from |\bimport\()"([^"]+)"/gm,
    );
    return [...found].flatMap(([, specifier = ""]) => {
      const name = packageOf(file, specifier);
      return name === undefined ? [] : [{ file, name }];
    });
  });
}

/** @returns undefined for Node's own modules, and files outside packages */
function packageOf(file: string, specifier: string): string | undefined {
  if (specifier.startsWith("node:")) return undefined;
  if (!specifier.startsWith(".")) return /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0];
  const place = path.join(path.dirname(file), specifier);
  return packages.find(({ folder }) => place.startsWith(`${folder}/`))?.name;
}
