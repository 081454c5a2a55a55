// `npm run check`: the source checks and the unit tests. With `-- --watch` it runs again after each change, limited to
// the unit tests affected, until Ctrl-C.
import { spawn } from "node:child_process";
import { watch } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { projectRoot, runProgram, runStaticChecks } from "./stage.ts";

/** An editor writes a file in several steps, and a branch switch touches many files. */
const SETTLE_MS = 200;

const { values } = parseArgs({ options: { watch: { type: "boolean", default: false } } });
if (values.watch) await watchSources();
else {
  // The checks alone leave one of two CPUs idle half of the time.
  const [isGreen, unit] = await Promise.all([
    runChecks(),
    runProgram("vitest", ["run", "--project=unit", "--project=tree"], { isBeside: true }),
  ]);
  process.exit(isGreen && unit === 0 ? 0 : 1);
}

async function runChecks(): Promise<boolean> {
  return (await runStaticChecks()).failed.length === 0;
}

async function watchSources(): Promise<void> {
  spawn("vitest", ["watch", "--project", "unit"], {
    cwd: projectRoot,
    stdio: ["ignore", "inherit", "inherit"],
  });
  let change = Promise.withResolvers<void>();
  const onChange = (_event: string, name: string | null) => {
    if (name !== null && isSource(name)) change.resolve();
  };
  watch(projectRoot, onChange);
  for (const folder of ["packages", "scripts", "bench", "fuzz", "docs"])
    watch(path.join(projectRoot, folder), { recursive: true }, onChange);
  for (;;) {
    change = Promise.withResolvers();
    const isGreen = await runChecks();
    const tree = await runProgram("vitest", ["run", "--project", "tree"]);
    console.log(isGreen && tree === 0 ? "all checks are ok" : "a check FAILED: see above");
    await change.promise;
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  }
}

function isSource(name: string): boolean {
  return (
    /\.(?:tsx?|mjs|json|css|md)$/.test(name) && !/(?:^|[\\/])(?:node_modules|dist)[\\/]/.test(name)
  );
}
