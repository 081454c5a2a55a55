import type { TrackNumberField, TrackTextField } from "@neonrelay/contract";

type MaskField = TrackTextField | TrackNumberField;

/** Placeholders and their fields; `%skip%` matches text that is dropped. */
const placeholders: ReadonlyMap<string, MaskField | "skip"> = new Map([
  ["title", "title"],
  ["artist", "artist"],
  ["album", "album"],
  ["albumartist", "albumArtist"],
  ["genre", "genre"],
  ["label", "label"],
  ["isrc", "isrc"],
  ["language", "language"],
  ["year", "year"],
  ["track", "trackNumber"],
  ["disc", "discNumber"],
  ["skip", "skip"],
]);

type MaskPart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "field"; readonly field: MaskField | "skip" };

/** Parts of the name, and of each folder above it that the mask names. */
export interface FileNameMask {
  readonly segments: readonly (readonly MaskPart[])[];
}

/** @returns the problem as a sentence when the mask is invalid */
export function parseMask(mask: string): FileNameMask | { readonly problem: string } {
  const segments = mask.split("/").map(partsOf);
  const fields = segments.flat().flatMap((part) => (part.kind === "field" ? [part.field] : []));
  const unknown = /%([^%]*)%/g;
  for (const [whole, name = ""] of mask.matchAll(unknown))
    if (!placeholders.has(name.toLowerCase()))
      return {
        problem: `${whole} stands for no field: use ${[...placeholders.keys()].join(", ")}`,
      };
  const named = fields.filter((field) => field !== "skip");
  if (named.length === 0) return { problem: "the mask names no field, such as %title%" };
  if (new Set(named).size < named.length) return { problem: "the mask names a field twice" };
  if (segments.some(hasNeighbours))
    return { problem: "two fields of the mask need text between them, such as ' - '" };
  return { segments };
}

/**
 * Reads the fields from the end of a path, without the extension. Each field ends at the first match of the text after
 * it.
 * @returns null when the path does not match
 */
export function readByMask(
  { segments }: FileNameMask,
  path: string,
): ReadonlyMap<MaskField, string> | null {
  const folders = path.split("/");
  const name = (folders.pop() ?? "").replace(/\.[^.]{1,5}$/, "");
  const texts = [...folders, name].slice(-segments.length);
  if (texts.length < segments.length) return null;
  const values = new Map<MaskField, string>();
  for (const [index, parts] of segments.entries()) {
    const found = readSegment(parts, withSpaces(texts[index] ?? ""));
    if (found === null) return null;
    for (const [field, value] of found) values.set(field, value);
  }
  return values;
}

function partsOf(segment: string): readonly MaskPart[] {
  return segment.split(/(%[^%]*%)/).flatMap((piece): readonly MaskPart[] => {
    if (piece === "") return [];
    const field = placeholders.get(piece.slice(1, -1).toLowerCase());
    const isField = piece.length > 2 && piece.startsWith("%") && field !== undefined;
    return [isField ? { kind: "field", field } : { kind: "text", text: piece }];
  });
}

function hasNeighbours(parts: readonly MaskPart[]): boolean {
  return parts.some((part, index) => part.kind === "field" && parts[index + 1]?.kind === "field");
}

/** Names without spaces use underscores instead. */
function withSpaces(name: string): string {
  return name.includes(" ") ? name : name.replaceAll("_", " ");
}

function readSegment(
  parts: readonly MaskPart[],
  text: string,
): readonly (readonly [MaskField, string])[] | null {
  const found: (readonly [MaskField, string])[] = [];
  let at = 0;
  for (const [index, part] of parts.entries()) {
    if (part.kind === "text") {
      if (!text.startsWith(part.text, at)) return null;
      at += part.text.length;
      continue;
    }
    const end = endOfField(parts[index + 1], { text, at, isLast: index + 2 === parts.length });
    const value = text.slice(at, end).trim();
    if (end < 0 || value === "") return null;
    if (part.field !== "skip") found.push([part.field, value]);
    at = end;
  }
  return at === text.length ? found : null;
}

/** @returns -1 when the following text is missing */
function endOfField(
  next: MaskPart | undefined,
  { text, at, isLast }: { readonly text: string; readonly at: number; readonly isLast: boolean },
): number {
  if (next?.kind !== "text") return text.length;
  if (!isLast) return text.indexOf(next.text, at + 1);
  const end = text.length - next.text.length;
  return end > at && text.endsWith(next.text) ? end : -1;
}
