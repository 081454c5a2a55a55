import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { lockSchema } from "./package-rules.ts";
import { projectRoot } from "./stage.ts";

/** Packages missing on linux-arm64, and why a station can do without. */
const exceptions: Readonly<Record<string, string>> = {};

test("every dependency with native code for linux-x64 has it for linux-arm64", () => {
  const { packages } = lockSchema.parse(
    JSON.parse(readFileSync(path.join(projectRoot, "package-lock.json"), "utf8")),
  );
  const names = new Set(
    Object.entries(packages)
      .filter(([, { dev }]) => dev !== true)
      .map(([place]) => place.replace(/^.*node_modules\//, "")),
  );
  const forThis = [...names].filter((name) => /linux(?:musl)?-x64/.test(name));
  const missing = forThis.filter((name) => !names.has(name.replace("-x64", "-arm64")));

  expect(forThis.map(familyOf)).toEqual([
    "@img/sharp-libvips",
    "@img/sharp-libvips",
    "@img/sharp",
    "@img/sharp",
    "@node-rs/argon2",
    "@node-rs/argon2",
    "@seydx/node-av",
    "node",
  ]);
  expect(missing).toEqual(Object.keys(exceptions));
});

function familyOf(name: string): string {
  return name.replace(/-linux.*$/, "");
}
