import path from "node:path";

/** Possible locations of an entry's file. */
export interface Places {
  /** Paths to try, in order; relative ones below each music folder. */
  readonly paths: readonly string[];
  /** File names to try, in order, each with its last folders: `A/B/c.mp3`. */
  readonly tails: readonly string[];
}

/** @returns null for a web address */
export function placesOf(location: string, roots: readonly string[]): Places | null {
  const file = fileUrlPath(location);
  if (file === null && /^[a-z][a-z\d+.-]*:\/\//i.test(location)) return null;
  const raw = file ?? location;
  const written = file === null ? [raw, decoded(raw)] : [decoded(raw)];
  const slashed = written.map((form) => form.replaceAll("\\", "/"));
  const forms = [...new Set([...written, ...slashed])];
  return {
    paths: forms.flatMap((form) => absolutePaths(form, roots)),
    tails: forms.map((form) => form.split("/").slice(-MAX_TAIL_PARTS).join("/")),
  };
}

const MAX_TAIL_PARTS = 8;

function absolutePaths(form: string, roots: readonly string[]): readonly string[] {
  if (form.startsWith("/")) return [path.posix.normalize(form)];
  return roots.map((root) => path.posix.join(root, form));
}

/** The path in a `file:` URL, as written; null for any other location. RFC 8089. */
function fileUrlPath(location: string): string | null {
  if (!/^file:/i.test(location)) return null;
  const rest = location.slice("file:".length);
  if (!rest.startsWith("//")) return rest;
  const slash = rest.indexOf("/", 2);
  const whole = slash === -1 ? "" : rest.slice(slash);
  // `file:///C:/Music`
  return /^\/[a-z]:/i.test(whole) ? whole.slice(1) : whole;
}

/** Leaves invalid percent signs alone. */
function decoded(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // not percent-encoded
  }
}

/** The comparison key of a path: case-folded, with composed accents. */
export function foldPath(file: string): string {
  return file.normalize("NFC").toLowerCase();
}

/** How many trailing path segments match, file name included. */
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

/** The path relative to its music folder; unchanged outside of them. */
export function relativePath(file: string, roots: readonly string[]): string {
  const folders = roots.filter((root) => file.startsWith(`${root}/`));
  const longest = Math.max(0, ...folders.map(({ length }) => length));
  return longest === 0 ? file : file.slice(longest + 1);
}
