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
  { file: "/usr/bin/icecast2", debianPackage: "icecast2" },
  { file: "/usr/lib/postgresql", debianPackage: "postgresql" },
  { file: "/usr/share/doc/singularity-music", debianPackage: "singularity-music" },
] as const;

/** What vitest's JSON reporter writes, as far as it is read here. */
const vitestReportSchema = z.object({
  numPassedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int(),
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

const total = { passed: 0, skipped: 0 };
/** Told once more at the very end, where who reads only the last lines of a long run finds them. */
const failures: string[] = [];

installPeers();
for (const { name, program, parameters } of staticChecks) {
  const code = await runProgram(program, parameters);
  console.log(`${name}: ${code === 0 ? "ok" : "FAILED"}`);
  if (code === 0) total.passed += 1;
  else failures.push(name);
}
for (const project of ["unit", "embedded", "integration", "postgres", "postgres-stations", "e2e"])
  await runProject(project);
for (const failure of failures) console.log(`FAILED ${failure}`);
const skipped = total.skipped === 0 ? "" : `, ${total.skipped} skipped`;
console.log(`${total.passed} passed, ${failures.length} failed${skipped}`);
process.exit(failures.length === 0 && total.passed > 0 ? 0 : 1);

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
    const failed = failuresOf(report);
    if (failed.length === 0 && code !== 0) failed.push("an error outside a test: see its run");
    failures.push(...failed.map((failure) => `${project}: ${failure}`));
  } catch (cause) {
    console.error(`The ${project} tests left no readable report:`, cause);
    failures.push(`${project}: no readable report`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One line for each failed test, or for a file that did not load, and why below it. */
function failuresOf(report: z.infer<typeof vitestReportSchema>): string[] {
  return report.testResults.flatMap(({ name, message, assertionResults }) => {
    const file = path.relative(process.cwd(), name);
    const failed = assertionResults.filter(({ status }) => status === "failed");
    if (failed.length === 0) return message === "" ? [] : [`${file}\n${indent(message)}`];
    return failed.map(
      ({ fullName, failureMessages }) =>
        `${file} > ${fullName}\n${indent((failureMessages ?? []).join("\n"))}`,
    );
  });
}

/** The first lines of a message, set in. */
function indent(message: string): string {
  const lines = message.split("\n").slice(0, 20);
  return lines.map((line) => `    ${line}`).join("\n");
}
