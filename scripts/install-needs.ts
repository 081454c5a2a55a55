import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { missingWords, type Need } from "./need-rules.ts";
import { missingNeeds } from "./needs.ts";

/** Installs missing packages, on Debian as root, and returns what is still missing. */
export function installMissing(needs: readonly Need[]): readonly Need[] {
  const packages = missingNeeds(needs)
    .filter(({ isPackage }) => isPackage)
    .map(({ tag }) => tag);
  if (packages.length > 0 && existsSync("/usr/bin/apt-get") && process.getuid?.() === 0)
    installPackages(packages);
  const stillMissing = missingNeeds(needs);
  if (stillMissing.length > 0) {
    console.error(missingWords(stillMissing));
    console.error("The tests that need them are skipped, and listed at the end.");
  }
  return stillMissing;
}

function installPackages(packages: readonly string[]): void {
  console.error(`Installing packages for the tests: ${packages.join(", ")}`);
  const apt = (...parameters: string[]) =>
    spawnSync("apt-get", parameters, {
      stdio: ["ignore", 2, 2],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    }).status;
  if (
    apt("update", "-qq") !== 0 ||
    apt("install", "-y", "-qq", "--no-install-recommends", ...packages) !== 0
  )
    console.error("apt-get failed: see its message above.");
}
