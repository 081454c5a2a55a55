/** Checks whether any text can make a regular expression of the code slow. Exits with 1 if one may be. */
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod";
import { excusedPatterns } from "./excused-patterns.ts";
import { findPatterns, judgePattern } from "./pattern-rules.ts";
import { projectRoot } from "./stage.ts";

const versionSchema = z.object({ version: z.string() });
const cacheSchema = z.object({ recheckVersion: z.string(), linear: z.array(z.string()) });

/** The station's code; tests never see untrusted text. */
const files = globSync("packages/*/src/**/*.{ts,tsx}", {
  cwd: projectRoot,
  exclude: ["**/*.test.{ts,tsx}", "**/test-*.{ts,tsx}", "packages/test-station"],
}).toSorted();

/** Checking all patterns takes ten seconds, and a pattern's result only changes with the version of recheck. */
const cache = path.join(projectRoot, "node_modules/.cache/linear-patterns.json");
const recheckVersion = versionSchema.parse(
  JSON.parse(readFileSync(path.join(projectRoot, "node_modules/recheck/package.json"), "utf8")),
).version;
const known = readKnown();

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
    if (known.has(pattern)) {
      judged.add(pattern);
      continue;
    }
    const judgement = await judgePattern(literal);
    if (judgement.kind === "linear") judged.add(pattern);
    else problems.push(`${file}:${line} ${pattern} is ${judgement.kind}: ${judgement.detail}`);
  }
}
if ([...judged].some((pattern) => !known.has(pattern))) keepKnown(judged);
for (const pattern of unused) problems.push(`${pattern} is excused and not there any more`);
for (const problem of problems) console.error(problem);
console.log(`${judged.size} patterns checked, ${excusedPatterns.size} excused`);
process.exitCode = problems.length === 0 ? 0 : 1;

/**
 * Patterns found linear by an earlier check. Empty if the file is missing, damaged or from another version of recheck.
 */
function readKnown(): ReadonlySet<string> {
  const kept = cacheSchema.safeParse(readJson(cache));
  return new Set(kept.data?.recheckVersion === recheckVersion ? kept.data.linear : []);
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

function keepKnown(linear: ReadonlySet<string>): void {
  mkdirSync(path.dirname(cache), { recursive: true });
  writeFileSync(cache, JSON.stringify({ recheckVersion, linear: [...linear] }));
}
