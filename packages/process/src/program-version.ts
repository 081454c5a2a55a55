import { readFileSync } from "node:fs";
import path from "node:path";
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
