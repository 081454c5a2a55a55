import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { spawnSync } from "node:child_process";
import os from "node:os";
import path from "node:path";
import * as z from "zod";
import { runProgram, staticChecks } from "./stage.ts";

/** Programs the tests run as real peers, and the Debian package that brings each. */
const peers = [
  { file: "/usr/bin/ffmpeg", debianPackage: "ffmpeg" },
  { file: "/usr/bin/chromium", debianPackage: "chromium" },
  { file: "/usr/lib/postgresql", debianPackage: "postgresql" },
  { file: "/usr/share/doc/singularity-music", debianPackage: "singularity-music" },
] as const;

/** What vitest's JSON reporter writes, as far as it is read here. */
const vitestReportSchema = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int(),
});

const total = { passed: 0, failed: 0, skipped: 0 };

installPeers();
for (const { name, program, parameters } of staticChecks) {
  const code = await runProgram(program, parameters);
  console.log(`${name}: ${code === 0 ? "ok" : "FAILED"}`);
  if (code === 0) total.passed += 1;
  else total.failed += 1;
}
for (const project of ["unit", "embedded", "integration", "postgres", "postgres-stations", "e2e"])
  await runProject(project);
const skipped = total.skipped === 0 ? "" : `, ${total.skipped} skipped`;
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);

/** Installs missing peers on Debian as root; elsewhere names them and ends. */
function installPeers(): void {
  const missing = peers
    .filter(({ file }) => !existsSync(file))
    .map(({ debianPackage }) => debianPackage);
  if (missing.length === 0) return;
  if (!existsSync("/usr/bin/apt-get") || process.getuid?.() !== 0) {
    console.error(`The tests need these programs, please install them: ${missing.join(", ")}`);
    console.log("0 passed, 1 failed");
    process.exit(1);
  }
  const apt = (...parameters: string[]) =>
    spawnSync("apt-get", parameters, {
      stdio: ["ignore", 2, 2],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    }).status;
  console.error(`Installing what the tests need: ${missing.join(", ")}`);
  if (
    apt("update", "-qq") !== 0 ||
    apt("install", "-y", "-qq", "--no-install-recommends", ...missing) !== 0
  ) {
    console.error("apt-get failed: see its message above.");
    console.log("0 passed, 1 failed");
    process.exit(1);
  }
}

async function runProject(project: string): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "neonrelay-test-"));
  const outputFile = path.join(folder, "report.json");
  try {
    const code = await runProgram("vitest", [
      "run",
      "--project",
      project,
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${outputFile}`,
    ]);
    const report = vitestReportSchema.parse(JSON.parse(readFileSync(outputFile, "utf8")));
    total.passed += report.numPassedTests;
    total.skipped += report.numPendingTests + report.numTodoTests;
    // A file that fails to load, or an error outside a test, has no failed test to count.
    total.failed += Math.max(report.numFailedTests, code === 0 ? 0 : 1);
  } catch (cause) {
    console.error(`The ${project} tests left no readable report:`, cause);
    total.failed += 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
