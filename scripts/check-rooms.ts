/**
 * Lists files that import each other in a circle, type imports included, and imports from a higher floor in packages
 * with floors (packages/NAME/rooms.json). Exits with 1 if there are any. Skips tests.
 */
import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod";
import { findArrows, findCircles, findPairs, judgeRooms } from "./room-rules.ts";
import { projectRoot } from "./stage.ts";

const floorsSchema = z.strictObject({
  floors: z.array(z.array(z.string())),
  pairs: z.record(z.string(), z.string()),
});

let isGreen = true;
for (const source of globSync("packages/*/src", { cwd: projectRoot }).toSorted()) {
  const root = path.join(projectRoot, source);
  const files = globSync("**/*.{ts,tsx}", {
    cwd: root,
    exclude: ["**/*.test.{ts,tsx}", "**/test-*.{ts,tsx}"],
  });
  const arrows = files
    .flatMap((file) => findArrows(file, readFileSync(path.join(root, file), "utf8")))
    .filter(({ to }) => /\.tsx?$/.test(to) && existsSync(path.join(root, to)));
  const rules = path.join(root, "../rooms.json");
  const problems = findCircles(arrows).map((circle) => `a circle of files: ${circle.join(", ")}`);
  if (existsSync(rules)) {
    const floors = floorsSchema.parse(JSON.parse(readFileSync(rules, "utf8")));
    problems.push(...judgeRooms(files, arrows, floors));
  }
  for (const problem of problems) console.error(`${source}: ${problem}`);
  console.log(
    `${source}: ${files.length} files, ${findPairs(arrows).size} pairs of rooms import each other`,
  );
  isGreen &&= problems.length === 0;
}
process.exitCode = isGreen ? 0 : 1;
