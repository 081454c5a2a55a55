import path from "node:path";

/** An entry of an archive. */
export interface ArchiveEntry {
  readonly name: string;
  /** As npm's `tar` calls it. */
  readonly type: string;
  /** Of a link; empty for all else. */
  readonly target: string;
}

const plainTypes = ["File", "OldFile", "Directory", "SymbolicLink", "Link"];

/**
 * Why an archive is not unpacked, in words; null: all its entries stay inside its one folder. They are judged as they will
 * lie there, without the name of that folder: a link to `../NAME/x` leads beside it.
 */
export function findArchiveObstacle(entries: readonly ArchiveEntry[]): string | null {
  const [first] = entries;
  if (first === undefined) return "it is empty";
  const top = first.name.split("/")[0] ?? "";
  for (const { name, type, target } of entries) {
    if (!plainTypes.includes(type)) return `it has something that is no file: ${name}`;
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
 * Whether a symbolic link leads no higher than the folder. Only steps up from its own place count: behind the name of
 * another link they would begin somewhere else.
 */
function staysInside(name: string, target: string): boolean {
  const parts = target.split("/").filter((part) => part !== "." && part !== "");
  const down = parts.findIndex((part) => part !== "..");
  const ups = down === -1 ? parts.length : down;
  const depth = name.split("/").filter((part) => part !== "." && part !== "").length - 2;
  return !target.startsWith("/") && !parts.slice(ups).includes("..") && ups <= depth;
}

/** The checksum of a file in what `sha256sum` writes; null: it is not listed. */
export function checksumIn(sums: string, name: string): string | null {
  for (const line of sums.split("\n")) {
    const [, sum, file] = /^([\da-f]{64}) [ *](.+)$/.exec(line.trim()) ?? [];
    if (sum !== undefined && file !== undefined && path.posix.basename(file) === name) return sum;
  }
  return null;
}
