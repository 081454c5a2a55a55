/** Comes after the music in an archive; `sha256sum -c` reads it. */
export const CHECKSUMS_NAME = "checksums.sha256";
/** Digest, two spaces, folder, name and line break. */
export const MAX_CHECKSUM_LINE_BYTES = 64 + 2 + 155 + 1 + 100 + 1;

const linePattern = /^(\\?)([\da-f]{64}) {2}(.+)$/;

/** @param sums SHA-256 in hexadecimal by name */
export function wordChecksums(sums: ReadonlyMap<string, string>): string {
  return [...sums].map(([name, sum]) => wordLine(name, sum)).join("");
}

/** Like coreutils: the line of a name with a line break begins with a backslash. */
function wordLine(name: string, sum: string): string {
  const escaped = name.replaceAll("\n", "\\n").replaceAll("\r", "\\r");
  return `${escaped === name ? "" : "\\"}${sum}  ${escaped}\n`;
}

/** Length of the list for these names, before any checksum is known. */
export function checksumBytesOf(names: readonly string[]): number {
  return Buffer.byteLength(wordChecksums(new Map(names.map((name) => [name, "0".repeat(64)]))));
}

/** @returns null if any line is not one of such a list */
export function parseChecksums(text: string): ReadonlyMap<string, string> | null {
  const sums = new Map<string, string>();
  for (const line of text.split("\n").slice(0, -1)) {
    const [, escape, sum, name] = linePattern.exec(line) ?? [];
    if (sum === undefined || name === undefined) return null;
    // No name in an archive contains a backslash.
    const whole = escape === "" ? name : name.replaceAll("\\n", "\n").replaceAll("\\r", "\r");
    sums.set(whole, sum);
  }
  return text.endsWith("\n") ? sums : null;
}
