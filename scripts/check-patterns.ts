/** Says of every regular expression in the code whether some text makes it slow. Exits with 1 when one may be. */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { excusedPatterns } from "./excused-patterns.ts";
import { findPatterns, judgePattern } from "./pattern-rules.ts";
import { projectRoot } from "./stage.ts";

/** What runs in a station; tests meet no stranger's text. */
const files = globSync("packages/*/src/**/*.{ts,tsx}", {
  cwd: projectRoot,
  exclude: ["**/*.test.{ts,tsx}", "**/test-*.{ts,tsx}", "packages/test-station"],
}).toSorted();

const problems: string[] = [];
const judged = new Set<string>();
const unused = new Set(excusedPatterns.keys());
for (const file of files) {
  const text = readFileSync(path.join(projectRoot, file), "utf8");
  for (const { line, literal } of findPatterns(file, text)) {
    if (literal === null) {
      problems.push(`${file}:${line} puts a pattern together as it runs, which can't be checked`);
      continue;
    }
    const pattern = `/${literal.source}/${literal.flags}`;
    if (excusedPatterns.has(`${file} ${pattern}`)) {
      unused.delete(`${file} ${pattern}`);
      continue;
    }
    if (judged.has(pattern)) continue;
    const judgement = await judgePattern(literal);
    if (judgement.kind === "linear") judged.add(pattern);
    else problems.push(`${file}:${line} ${pattern} is ${judgement.kind}: ${judgement.detail}`);
  }
}
for (const pattern of unused) problems.push(`${pattern} is excused and not there any more`);
for (const problem of problems) console.error(problem);
console.log(`${judged.size} patterns checked, ${excusedPatterns.size} excused`);
process.exitCode = problems.length === 0 ? 0 : 1;
