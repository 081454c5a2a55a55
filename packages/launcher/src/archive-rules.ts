import path from "node:path";

/** An entry of an archive. */
export interface ArchiveEntry {
  readonly name: string;
  /** Entry type, as npm's `tar` names it. */
  readonly type: string;
  /** Link target; empty for other entries. */
  readonly target: string;
}

const plainTypes = ["File", "OldFile", "Directory", "SymbolicLink", "Link"];

/**
 * Returns why the archive must not be unpacked, in words; null if every entry stays inside its single top-level folder.
 * The archive is unpacked without that folder's name, so a link to `../NAME/x` would point outside it.
 */
export function findArchiveObstacle(entries: readonly ArchiveEntry[]): string | null {
  const [first] = entries;
  if (first === undefined) return "it is empty";
  const top = first.name.split("/")[0] ?? "";
  for (const { name, type, target } of entries) {
    if (!plainTypes.includes(type)) return `it has an entry that is not a file: ${name}`;
    if (!isInside(name, top)) return `it has a file outside its folder: ${name}`;
    if (type === "Link" && !isInside(target, top))
      return `it has a link that leads outside: ${name}`;
    if (type === "SymbolicLink" && !staysInside(name, target))
      return `it has a link that leads outside: ${name}`;
  }
  return null;
}

function isInside(name: string, top: string): boolean {
  const parts = name.split("/");
  return top !== "" && top !== "." && parts[0] === top && !parts.includes("..");
}

/**
 * Whether a symbolic link stays within the folder. Only leading `..` count: after the name of another link, `..` would
 * start from somewhere else.
 */
function staysInside(name: string, target: string): boolean {
  const parts = target.split("/").filter((part) => part !== "." && part !== "");
  const down = parts.findIndex((part) => part !== "..");
  const ups = down === -1 ? parts.length : down;
  const depth = name.split("/").filter((part) => part !== "." && part !== "").length - 2;
  return !target.startsWith("/") && !parts.slice(ups).includes("..") && ups <= depth;
}

/** Finds a file's checksum in `sha256sum` output; null if it isn't listed. */
export function checksumIn(sums: string, name: string): string | null {
  for (const line of sums.split("\n")) {
    const [, sum, file] = /^([\da-f]{64}) [ *](.+)$/.exec(line.trim()) ?? [];
    if (sum !== undefined && file !== undefined && path.posix.basename(file) === name) return sum;
  }
  return null;
}
