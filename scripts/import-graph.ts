import { existsSync, globSync, readFileSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { projectRoot } from "./stage.ts";
import type { SourceFile } from "./need-rules.ts";

const requireHere = createRequire(import.meta.url);
const packageFiles = new Map<string, string>();

/** Every source file of the project by its path, with its imports within the project. */
export function readImports(): ReadonlyMap<string, SourceFile> {
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

/** Resolves an import of one of the project's packages. */
function fileOfPackage(specifier: string): string {
  const known = packageFiles.get(specifier);
  if (known !== undefined) return known;
  const file = realpathSync(requireHere.resolve(specifier));
  packageFiles.set(specifier, file);
  return file;
}
