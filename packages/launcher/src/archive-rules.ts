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

/** Why an archive is not unpacked, in words; null: all its entries stay inside its one folder. */
export function findArchiveObstacle(entries: readonly ArchiveEntry[]): string | null {
  const [first] = entries;
  if (first === undefined) return "it is empty";
  const top = first.name.split("/")[0] ?? "";
  for (const { name, type, target } of entries) {
    if (!plainTypes.includes(type)) return `it has something that is no file: ${name}`;
    if (!isInside(name, top)) return `it has a file outside its folder: ${name}`;
    const leadsTo = type === "SymbolicLink" ? path.posix.join(name, "..", target) : target;
    if (type.endsWith("Link") && (target.startsWith("/") || !isInside(leadsTo, top)))
      return `it has a link that leads outside: ${name}`;
  }
  return null;
}

function isInside(name: string, top: string): boolean {
  const parts = name.split("/");
  return top !== "" && top !== "." && parts[0] === top && !parts.includes("..");
}

/** The checksum of a file in what `sha256sum` writes; null: it is not listed. */
export function checksumIn(sums: string, name: string): string | null {
  for (const line of sums.split("\n")) {
    const [, sum, file] = /^([\da-f]{64}) [ *](.+)$/.exec(line.trim()) ?? [];
    if (sum !== undefined && file !== undefined && path.posix.basename(file) === name) return sum;
  }
  return null;
}
