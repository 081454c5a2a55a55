// @module-tag git
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeProgram, readProgramVersion } from "./program-version.ts";

let folder: string;
let commit: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "neonrelay-version-"));
  git("init", "-q", "-b", "main");
  mkdirSync(path.join(folder, "packages/process"), { recursive: true });
  writeFileSync(path.join(folder, "packages/process/commit.txt"), "$Format:%H$\n");
  writeFileSync(path.join(folder, ".gitattributes"), "packages/process/commit.txt export-subst\n");
  git("add", "-A");
  git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "first");
  commit = git("rev-parse", "HEAD").trim();
});
afterAll(() => rmSync(folder, { recursive: true }));

test("the commit is read from a branch, a packed branch, a detached head and a worktree", () => {
  const onBranch = readProgramVersion(folder).commit;
  git("pack-refs", "--all");
  const packed = readProgramVersion(folder).commit;
  git("worktree", "add", "-q", "-b", "other", path.join(folder, "tree"));
  const inTree = readProgramVersion(path.join(folder, "tree")).commit;
  git("checkout", "-q", "--detach");
  const detached = readProgramVersion(folder).commit;

  expect([onBranch, packed, inTree, detached]).toEqual([commit, commit, commit, commit]);
});

test("an archive without a repository names its commit, a plain copy of the files none", () => {
  const archive = path.join(folder, "archive");
  mkdirSync(archive);
  execFileSync("sh", ["-c", `git -C "${folder}" archive HEAD | tar -x -C "${archive}"`]);
  const archived = readProgramVersion(archive);
  writeFileSync(path.join(archive, "packages/process/commit.txt"), "$Format:%H$\n");
  const copied = readProgramVersion(archive);

  expect(archived.commit).toBe(commit);
  expect(describeProgram(archived)).toBe(`${archived.version} (${commit.slice(0, 7)})`);
  expect(copied.commit).toBeNull();
  expect(describeProgram(copied)).toBe(copied.version);
});

function git(...args: readonly string[]): string {
  return execFileSync("git", ["-C", folder, ...args], { encoding: "utf8" });
}
