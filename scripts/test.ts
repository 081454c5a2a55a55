// `npm test`: the checks and unit tests, the server's suites on the embedded database, and one suite per promise. It
// needs npm packages only, and uses Chromium, PostgreSQL and ffmpeg where the machine has them.
import { missingNeeds, testNeeds } from "./needs.ts";
import { suitesOf } from "./suite-kinds.ts";
import { TestRun } from "./test-run.ts";

const run = new TestRun({ name: "test", missing: missingNeeds(testNeeds) });
await Promise.all([
  run.runChecks(),
  run.runSuites({ unit: suitesOf("unit"), tree: suitesOf("tree") }),
]);
await Promise.all([
  run.runSuites({ promise: suitesOf("promise") }),
  run.runSuites({ embedded: suitesOf("embedded") }, { isBeside: true }),
]);
process.exit(
  run.end([
    "Not run: sound to the sample, other databases, IRC networks and players, browsers in full, parts that die, deployment.",
    "They run with: npm run test:all (see CONTRIBUTING.md for a part of them)",
  ]),
);
