import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "./stage.ts";

const sources = globSync(
  [
    "*.ts",
    "docs-site/.vitepress/*.js",
    "packages/*/*.ts",
    "packages/*/{src,tests,deploy}/**/*.{ts,tsx,mjs}",
    "{bench,fuzz,scripts}/**/*.{ts,mts,mjs}",
  ],
  { cwd: projectRoot, exclude: (name) => name.includes("node_modules") },
).map((file) => ({ file, text: readFileSync(path.join(projectRoot, file), "utf8") }));

/** `contract` and `irc` have outside users too; drizzle-kit reads the tables by their exports. */
function isForOthers(file: string): boolean {
  return /^packages\/(?:contract|irc)\/|-tables\.ts$/.test(file);
}

// knip counts a type as used when an exported function of the same file names it.
test("no exported name is used only by its own file", () => {
  const filesWith = new Map<string, number>();
  for (const { text } of sources)
    for (const word of new Set(text.match(/[A-Za-z_$][\w$]*/g)))
      filesWith.set(word, (filesWith.get(word) ?? 0) + 1);
  const unused = sources
    .filter(({ file }) => !isForOthers(file))
    .flatMap(({ file, text }) =>
      [
        ...text.matchAll(/^export (?:async )?(?:function|const|let|class|interface|type) (\w+)/gm),
      ].flatMap(([, name = ""]) => (filesWith.get(name) === 1 ? [`${file}: ${name}`] : [])),
    );

  expect(sources.length).toBeGreaterThan(1000);
  expect(unused).toEqual([]);
});
