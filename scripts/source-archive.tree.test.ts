// @module-tag git
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { packSource } from "../packages/server/src/api/source-route.ts";
import { projectRoot } from "./stage.ts";

const tracked = execFileSync("git", ["ls-files", "-z"], { cwd: projectRoot, encoding: "utf8" })
  .split("\0")
  .filter((name) => name !== "");

test("/source.tar.gz of a checkout has everything git tracks except screenshots, and no .npmrc, which may hold a password", async () => {
  const input = await packSource(projectRoot, []);

  const listed = execFileSync("tar", ["-tzf", "-"], { input, encoding: "utf8" });

  const packed = new Set(listed.split("\n"));
  const missing = tracked.filter((name) => !packed.has(`neonrelay/${name}`));
  expect(missing.filter((name) => !name.startsWith("docs/screenshots/"))).toEqual([".npmrc"]);
}, 120_000); // reads and packs 15 MiB

test("the image is built from everything git tracks, so that it can offer its complete source", () => {
  const rules = readFileSync(path.join(projectRoot, ".dockerignore"), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  const names = new Set(tracked.map((name) => name.split("/")[0] ?? ""));
  const isLetIn = (name: string): boolean =>
    rules.includes(`!${name.replace(/^[A-Z]+\.md$/, "*.md")}`);

  expect([...names].filter((name) => !isLetIn(name))).toEqual([]);
  expect(rules.filter((rule) => !rule.startsWith("!"))).toEqual([
    "**",
    "**/dist",
    "**/node_modules",
    "bench/results",
    "deploy/.env",
  ]);
});
