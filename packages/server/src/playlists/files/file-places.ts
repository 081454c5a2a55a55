import path from "node:path";

/** Where a file of a playlist may lie. */
export interface Places {
  /** Paths in the order in which they are tried; relative ones below each music folder. */
  readonly paths: readonly string[];
  /** Names of the file in the order in which they are tried, each with its last folders: `A/B/c.mp3`. */
  readonly tails: readonly string[];
}

/** @returns null for an address of the web */
export function placesOf(location: string, roots: readonly string[]): Places | null {
  const file = fileUrlPath(location);
  if (file === null && /^[a-z][a-z\d+.-]*:\/\//i.test(location)) return null;
  const raw = file ?? location;
  const written = file === null ? [raw, decoded(raw)] : [decoded(raw)];
  const slashed = written.map((form) => form.replaceAll("\\", "/"));
  const forms = [...new Set([...written, ...slashed])];
  return {
    paths: forms.flatMap((form) => absolutePaths(form, roots)),
    tails: forms.map((form) => form.split("/").slice(-MOST_TAIL_PARTS).join("/")),
  };
}

const MOST_TAIL_PARTS = 8;

function absolutePaths(form: string, roots: readonly string[]): readonly string[] {
  if (form.startsWith("/")) return [path.posix.normalize(form)];
  return roots.map((root) => path.posix.join(root, form));
}

/** The path in a `file:` URL, as it is written there; null for another location. RFC 8089. */
function fileUrlPath(location: string): string | null {
  if (!/^file:/i.test(location)) return null;
  const rest = location.slice("file:".length);
  if (!rest.startsWith("//")) return rest;
  const slash = rest.indexOf("/", 2);
  const whole = slash === -1 ? "" : rest.slice(slash);
  // `file:///C:/Music`
  return /^\/[a-z]:/i.test(whole) ? whole.slice(1) : whole;
}

/** Percent signs that encode nothing stay. */
function decoded(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // not an encoded one
  }
}

/** What paths are compared by where the case may differ, or how accents are composed. */
export function foldPath(file: string): string {
  return file.normalize("NFC").toLowerCase();
}

/** How many of the last parts of two paths are the same, the file's name included. */
export function sharedParts(one: string, other: string): number {
  const parts = foldPath(one).split("/");
  const others = foldPath(other).split("/");
  let shared = 0;
  while (
    shared < Math.min(parts.length, others.length) &&
    parts.at(-1 - shared) === others.at(-1 - shared)
  )
    shared += 1;
  return shared;
}

/** The path from the music folder on that it is in, else as it is. */
export function relativePath(file: string, roots: readonly string[]): string {
  const folders = roots.filter((root) => file.startsWith(`${root}/`));
  const longest = Math.max(0, ...folders.map(({ length }) => length));
  return longest === 0 ? file : file.slice(longest + 1);
}
