// @module-tag git
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeRelease } from "./make-release.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "neonrelay-release-"));
  for (const [file, text] of Object.entries({
    "package.json": '{ "name": "neonrelay", "version": "0.1.0" }',
    "package-lock.json":
      '{ "version": "0.1.0", "packages": { "": { "version": "0.1.0" }, "packages/irc": { "version": "0.1.0" }, "node_modules/ws": { "version": "8.0.0" } } }',
    "packages/irc/package.json":
      '{ "version": "0.1.0", "dependencies": { "@neonrelay/process": "0.1.0", "ws": "^8.0.0" } }',
    "packages/server/migrations/meta/_journal.json": '{ "entries": [{ "tag": "0000_first" }] }',
    "CHANGELOG.md": "# Changelog\n\n## Unreleased\n\n- One command.\n",
    "docs/releases.json": "[]",
  })) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  git("init", "-q", "-b", "main");
  git("config", "user.name", "a");
  git("config", "user.email", "a@b");
  git("add", "-A");
  git("commit", "-q", "-m", "first");
});
afterEach(() => rmSync(folder, { recursive: true }));

test("a release is a tagged commit with the version everywhere, and is listed with that commit", () => {
  const tag = makeRelease({ folder, version: "0.2.0", date: "2030-01-02" });

  expect(tag).toBe("v0.2.0");
  const released = git("rev-list", "-1", "v0.2.0");
  expect(read("docs/releases.json")).toEqual([
    { version: "0.2.0", tag, commit: released, date: "2030-01-02", migration: "0000_first" },
  ]);
  expect(git("rev-parse", "HEAD~1")).toBe(released);
  expect(git("show", "v0.2.0:CHANGELOG.md")).toContain("## 0.2.0 (2030-01-02)\n\n- One command.");
  expect([
    read("package.json"),
    read("package-lock.json"),
    read("packages/irc/package.json"),
  ]).toEqual([
    { name: "neonrelay", version: "0.2.0" },
    {
      version: "0.2.0",
      packages: {
        "": { version: "0.2.0" },
        "packages/irc": { version: "0.2.0" },
        "node_modules/ws": { version: "8.0.0" },
      },
    },
    { version: "0.2.0", dependencies: { "@neonrelay/process": "0.2.0", ws: "^8.0.0" } },
  ]);
  expect(git("status", "--porcelain")).toBe("");
});

test("a release with uncommitted changes, or without changelog entries, changes nothing", () => {
  writeFileSync(path.join(folder, "note.txt"), "");
  const dirty = () => makeRelease({ folder, version: "0.2.0", date: "2030-01-02" });
  expect(dirty).toThrow("There are uncommitted changes");
  rmSync(path.join(folder, "note.txt"));

  makeRelease({ folder, version: "0.2.0", date: "2030-01-02" });

  const again = () => makeRelease({ folder, version: "0.3.0", date: "2030-01-03" });
  expect(again).toThrow("CHANGELOG.md lists nothing under Unreleased");
  expect(git("tag")).toBe("v0.2.0");
});

function git(...parameters: readonly string[]): string {
  return execFileSync("git", parameters, { cwd: folder, encoding: "utf8" }).trim();
}

function read(file: string): unknown {
  return JSON.parse(readFileSync(path.join(folder, file), "utf8"));
}
