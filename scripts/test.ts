import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { spawnSync } from "node:child_process";
import os from "node:os";
import path from "node:path";
import { runOutcomeSchema } from "./run-outcome.ts";
import { runBelow, runProgram, staticChecks } from "./stage.ts";

/** What the tests use of Debian: a file or a pattern that only this package brings, and the package. */
const peers = [
  { file: "/usr/bin/ffmpeg", debianPackage: "ffmpeg" },
  { file: "/usr/bin/mpv", debianPackage: "mpv" },
  { file: "/usr/bin/chromium", debianPackage: "chromium" },
  { file: "/usr/bin/ezstream", debianPackage: "ezstream" },
  { file: "/usr/bin/ices2", debianPackage: "ices2" },
  { file: "/usr/bin/liquidsoap", debianPackage: "liquidsoap" },
  { file: "/usr/bin/icecast2", debianPackage: "icecast2" },
  { file: "/usr/sbin/ngircd", debianPackage: "ngircd" },
  { file: "/usr/sbin/inspircd", debianPackage: "inspircd" },
  { file: "/usr/bin/atheme-services", debianPackage: "atheme-services" },
  { file: "/usr/sbin/nginx", debianPackage: "nginx" },
  { file: "/usr/bin/irssi", debianPackage: "irssi" },
  { file: "/usr/bin/weechat-headless", debianPackage: "weechat-headless" },
  { file: "/usr/lib/*/weechat/plugins/fifo.so", debianPackage: "weechat-plugins" },
  { file: "/usr/bin/tmux", debianPackage: "tmux" },
  { file: "/usr/bin/openssl", debianPackage: "openssl" },
  { file: "/usr/lib/postgresql/*/bin/initdb", debianPackage: "postgresql" },
  { file: "/usr/share/games/singularity/music/Awakening.ogg", debianPackage: "singularity-music" },
] as const;

/** Mostly wait, one after another: what is judged by its sound apart from whole stations and browsers. */
const waiting = [["sound"], ["integration", "postgres-stations", "e2e"]] as const;
/** Compute meanwhile, at a lower priority. */
const computing = ["embedded", "postgres"] as const;

const total = { passed: 0, skipped: 0 };
/** Told once more at the very end, where who reads only the last lines of a long run finds them. */
const failures: string[] = [];

installPeers();
await Promise.all([runChecks(), runProjects(["unit"], { isBeside: false })]);
await Promise.all([runWaiting(), runProjects(computing, { isBeside: true })]);
await runProjects(["alone"], { isBeside: false });
for (const failure of failures) console.log(`FAILED ${failure}`);
const skipped = total.skipped === 0 ? "" : `, ${total.skipped} skipped`;
console.log(`${total.passed} passed, ${failures.length} failed${skipped}`);
process.exit(failures.length === 0 && total.passed > 0 ? 0 : 1);

/** Installs missing peers on Debian as root; elsewhere names them and ends. */
function installPeers(): void {
  const missing = peers
    .filter(({ file }) => globSync(file).length === 0)
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

/** They leave one of two processors idle half of their time. */
async function runChecks(): Promise<void> {
  for (const { name, program, parameters } of staticChecks) {
    const code = await runProgram(program, parameters);
    console.log(`${name}: ${code === 0 ? "ok" : "FAILED"}`);
    if (code === 0) total.passed += 1;
    else failures.push(name);
  }
}

async function runWaiting(): Promise<void> {
  for (const projects of waiting) await runProjects(projects, { isBeside: false });
}

async function runProjects(
  projects: readonly string[],
  { isBeside }: { readonly isBeside: boolean },
): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "neonrelay-test-"));
  const outcomeFile = path.join(folder, "outcome.json");
  try {
    const code = await (isBeside ? runBelow : runProgram)(
      "vitest",
      [
        "run",
        ...projects.map((project) => `--project=${project}`),
        "--reporter=default",
        "--reporter=./scripts/outcome-reporter.ts",
      ],
      { TEST_OUTCOME_FILE: outcomeFile },
    );
    const outcome = runOutcomeSchema.parse(JSON.parse(readFileSync(outcomeFile, "utf8")));
    total.passed += outcome.passed;
    total.skipped += outcome.skipped;
    failures.push(...outcome.failures);
    if (outcome.failures.length === 0 && code !== 0)
      failures.push(`${projects.join(", ")}: an error outside a test, see their run`);
  } catch (cause) {
    console.error(`The tests ${projects.join(", ")} left no readable outcome:`, cause);
    failures.push(`${projects.join(", ")}: no readable outcome`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
