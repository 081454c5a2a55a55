import path from "node:path";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import packageFile from "../package.json" with { type: "json" };

/** The running program's identity. */
interface ProgramVersion {
  readonly version: string;
  /** 40 hexadecimal digits; null when neither a repository nor an archive of one names it. */
  readonly commit: string | null;
}

const root = fileURLToPath(new URL("../../..", import.meta.url));
const commitPattern = /^[\da-f]{40}$/;
const SHOWN_DIGITS = 7;

/**
 * Reads the version from package.json and the commit from .git, or from commit.txt, which `git archive` fills in. Needs
 * no git.
 * @param folder of the repository
 */
export function readProgramVersion(folder: string = root): ProgramVersion {
  return {
    version: packageFile.version,
    commit:
      readHead(path.join(folder, ".git")) ??
      commitIn(read(path.join(folder, "packages/process/commit.txt"))),
  };
}

/** For people: `0.1.0 (4479955)`. */
export function describeProgram({ version, commit }: ProgramVersion): string {
  return commit === null ? version : `${version} (${commit.slice(0, SHOWN_DIGITS)})`;
}

/** The checked-out commit. `.git` is a file in a worktree. */
function readHead(dotGit: string): string | null {
  const elsewhere = /^gitdir: (.+)$/m.exec(read(dotGit))?.[1];
  const folder = elsewhere === undefined ? dotGit : path.resolve(dotGit, "..", elsewhere);
  const head = read(path.join(folder, "HEAD")).trim();
  const reference = head.startsWith("ref: ") ? head.slice("ref: ".length) : null;
  if (reference === null) return commitIn(head);
  const common = path.resolve(folder, read(path.join(folder, "commondir")).trim());
  const packed = read(path.join(common, "packed-refs"))
    .split("\n")
    .find((line) => line.endsWith(` ${reference}`));
  return commitIn(read(path.join(common, reference))) ?? commitIn(packed?.split(" ")[0] ?? "");
}

function commitIn(text: string): string | null {
  const commit = text.trim();
  return commitPattern.test(commit) ? commit : null;
}

/** '' for a missing or unreadable file: the commit is then unknown. */
function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

const versionPattern = /^(\d+)\.(\d+)\.(\d+)(?:-([\da-z-]+(?:\.[\da-z-]+)*))?$/i;

/** Negative when `one` precedes `other` (SemVer §11); null when either is not a version. */
export function compareVersions(one: string, other: string): number | null {
  const [first, second] = [versionPattern.exec(one), versionPattern.exec(other)];
  if (first === null || second === null) return null;
  for (const place of [1, 2, 3]) {
    const difference = Number(first[place]) - Number(second[place]);
    if (difference !== 0) return difference;
  }
  return comparePrereleases(first[4], second[4]);
}

/** A pre-release precedes its release. */
function comparePrereleases(one: string | undefined, other: string | undefined): number {
  if (one === undefined || other === undefined)
    return Number(one === undefined) - Number(other === undefined);
  const [first, second] = [one.split("."), other.split(".")];
  for (const [index, word] of first.entries()) {
    const against = second[index];
    if (against === undefined) return 1;
    const order = compareWords(word, against);
    if (order !== 0) return order;
  }
  return first.length - second.length;
}

/** Numbers precede words. */
function compareWords(one: string, other: string): number {
  const [isNumber, isOtherNumber] = [/^\d+$/.test(one), /^\d+$/.test(other)];
  if (isNumber && isOtherNumber) return Number(one) - Number(other);
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
  return Number(one > other) - Number(one < other);
}
