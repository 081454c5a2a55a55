import {
  MAX_ARTISTS,
  MAX_OWN_TAGS,
  type Misreading,
  trackFields,
  trackNumberFields,
  trackTextFields,
  type TrackChanges,
  type TrackField,
  type TrackFields,
  type TrackNumberField,
  type TrackTextField,
} from "@neonrelay/contract";
import { BETWEEN_NAMES } from "@neonrelay/on-air/media-jobs";
import { joinNames, namesOf, splitNames } from "../artist-rules.ts";
import { mendText } from "../charsets/charset-rules.ts";
import { parseMask, readByMask, type FileNameMask } from "./file-name-mask-rules.ts";
import { compileTextChange, type TextEdit } from "./text-change-rules.ts";

/** The fields of a track that an edit can change, as stored. */
export interface FieldValues extends TrackFields {
  /** File name below the artwork folder. */
  readonly cover: string | null;
}

/** Text fields with a list beside them. */
const listFields = { artist: "artists", albumArtist: "albumArtists" } as const;

/** These fields and the lists beside them. */
export function withLists(fields: readonly TrackField[]): readonly (keyof FieldValues)[] {
  return fields.flatMap((field) => (isListField(field) ? [field, listFields[field]] : [field]));
}

function isListField(field: TrackField): field is keyof typeof listFields {
  return field in listFields;
}

/** A validated change for up to a thousand tracks. */
export interface PreparedEdit {
  readonly misreading: Misreading | null;
  readonly mask: FileNameMask | null;
  readonly texts: ReadonlyMap<TrackTextField, TextEdit>;
  readonly changes: TrackChanges;
}

export type EditDecision =
  | {
      readonly kind: "changed";
      readonly before: Partial<FieldValues>;
      readonly after: Partial<FieldValues>;
    }
  | { readonly kind: "unchanged" }
  /** The edit does not fit this track, which stays unchanged. */
  | { readonly kind: "problem"; readonly problem: string };

/** Fields that are read from files; the others exist only in the station. */
export const fileFields: readonly TrackField[] = trackFields.filter(
  (field) => !["ownTags", "contentKind", "weightPercent", "isInRotation"].includes(field),
);

type NamedFields = ReadonlyMap<TrackTextField | TrackNumberField, string>;

const MAX_TEXT_LENGTH = 300;
const ISRC = /^[A-Z]{2}[A-Z0-9]{3}\d{7}$/;

/** @returns which field is invalid, and why */
export function prepareEdit({
  changes,
  fileNameMask,
  misreading,
}: {
  readonly changes: TrackChanges;
  readonly fileNameMask: string | undefined;
  readonly misreading: Misreading | undefined;
}): PreparedEdit | { readonly field: string; readonly problem: string } {
  const mask = fileNameMask === undefined ? null : parseMask(fileNameMask);
  if (mask !== null && "problem" in mask) return { field: "fileNameMask", problem: mask.problem };
  const texts = new Map<TrackTextField, TextEdit>();
  for (const field of trackTextFields) {
    const change = changes[field];
    if (change === undefined) continue;
    const edit = compileTextChange(change);
    if (typeof edit !== "function") return { field: `changes.${field}`, problem: edit.problem };
    texts.set(field, edit);
  }
  return { misreading: misreading ?? null, mask, texts, changes };
}

/**
 * Applies an edit to a track.
 * @param path null: an external stream
 * @param folderCover the cover in its folder, or why there is none; required when the edit takes covers from folders
 */
export function decideEdit(
  { misreading, mask, texts, changes }: PreparedEdit,
  {
    values,
    path,
    folderCover,
  }: {
    readonly values: FieldValues;
    readonly path: string | null;
    readonly folderCover: { readonly name: string } | { readonly problem: string } | null;
  },
): EditDecision {
  const named: NamedFields | null =
    mask === null ? new Map() : path === null ? null : readByMask(mask, path);
  if (named === null) return problem("Its file name does not match the mask");
  const after: { -readonly [Field in keyof FieldValues]?: FieldValues[Field] } = {};
  for (const field of trackTextFields) {
    const kept = misreading === null ? values[field] : mendText(values[field], misreading);
    const read = named.get(field) ?? kept;
    const text = texts.has(field) ? (texts.get(field)?.(read) ?? null) : read;
    // Setting the same text still splits a name at '; '.
    const isSet = isListField(field) && changes[field]?.do === "set";
    if (text !== values[field] || isSet) Object.assign(after, { [field]: tidyText(field, text) });
    const trouble = textProblem(field, after[field]);
    if (trouble !== null) return problem(trouble);
    if (!isListField(field) || !(field in after)) continue;
    const isMended = misreading !== null && text === kept;
    const names = values[listFields[field]].map((name) =>
      isMended ? mendText(name, misreading) : name,
    );
    after[listFields[field]] = isMended
      ? namesOf(after[field] ?? null, names)
      : splitNames(after[field] ?? "");
  }
  for (const field of trackNumberFields) {
    const read = named.get(field);
    const number = changes[field] === undefined ? numberIn(read) : changes[field];
    if (number === "no-number") return problem(`'${read ?? ""}' is not a number`);
    if (number !== undefined) after[field] = number;
  }
  if (changes.isExplicit !== undefined) after.isExplicit = changes.isExplicit;
  if (changes.contentKind !== undefined) after.contentKind = changes.contentKind;
  if (changes.weightPercent !== undefined) after.weightPercent = changes.weightPercent;
  if (changes.isInRotation !== undefined) after.isInRotation = changes.isInRotation;
  if (changes.ownTags !== undefined) {
    after.ownTags = changeOwnTags(values.ownTags, changes.ownTags);
    if (after.ownTags.length > MAX_OWN_TAGS)
      return problem(`It would have more than ${MAX_OWN_TAGS} tags of your own`);
  }
  if (changes.cover?.do === "remove") after.cover = null;
  if (changes.cover?.do === "set") after.cover = changes.cover.name;
  if (changes.cover?.do === "folder") {
    if (folderCover === null) return problem("It has no file, and so no folder with a picture");
    if ("problem" in folderCover) return problem(folderCover.problem);
    after.cover = folderCover.name;
  }
  return difference(values, after);
}

/** Restores fields that are still as the edit left them; fields that have changed since stay. */
export function decideUndo({
  values,
  before,
  after,
}: {
  readonly values: FieldValues;
  readonly before: Partial<FieldValues>;
  readonly after: Partial<FieldValues>;
}): { readonly back: Partial<FieldValues>; readonly kept: readonly TrackField[] } {
  const fields = trackFields.filter((field) => field in after);
  const kept = fields.filter((field) => isOther(field, values, after));
  const back = fields.filter((field) => !kept.includes(field));
  return { back: pick(before, back), kept };
}

/**
 * Which fields are set by hand after a file is restored to before an edit: those where it differs from the library. The
 * kind is stored separately.
 */
export function byHandAfterRestore(
  { values, byHand }: { readonly values: FieldValues; readonly byHand: readonly TrackField[] },
  {
    before,
    byHandBefore,
  }: { readonly before: Partial<FieldValues>; readonly byHandBefore: readonly TrackField[] },
): readonly TrackField[] {
  const saysSame = (field: TrackField) =>
    !byHandBefore.includes(field) && isSame(values[field], before[field]);
  const edited = fileFields.filter((field) => field in before);
  const others = byHand.filter((field) => field !== "contentKind" && !edited.includes(field));
  return [...others, ...edited.filter((field) => !saysSame(field))];
}

/** A value for people; null when there is none. */
export function valueInWords(field: TrackField, values: Partial<FieldValues>): string | null {
  if (field === "cover") return values.cover === null ? null : "Cover";
  if (field === "weightPercent") return `${values.weightPercent ?? 100} %`;
  const value = isListField(field) ? namesInWords(values, field) : values[field];
  if (value === null || value === undefined) return null;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "string" || typeof value === "number") return String(value);
  return value.length === 0 ? null : value.join(", ");
}

/** Puts names that contain a separator in quotation marks. */
function namesInWords(
  values: Partial<FieldValues>,
  field: keyof typeof listFields,
): string | null | undefined {
  const names = values[listFields[field]];
  if (names === undefined || names.length === 0) return values[field];
  return joinNames(names.map((name) => (splitNames(name).length > 1 ? `“${name}”` : name)));
}

function problem(text: string): EditDecision {
  return { kind: "problem", problem: text };
}

function tidyText(field: TrackTextField, text: string | null): string | null {
  if (text === null || !(isListField(field) || field === "isrc")) return text;
  const isrcs = text.replaceAll(/[ -]/g, "").replaceAll(";", BETWEEN_NAMES).toUpperCase();
  const names = splitNames(field === "isrc" ? isrcs : text);
  return names.length === 0 ? null : joinNames(names);
}

function textProblem(field: TrackTextField, text: string | null | undefined): string | null {
  if (text === undefined) return null;
  if (text === null)
    return field === "title" || field === "artist" ? `It would have no ${field}` : null;
  if (text.length > MAX_TEXT_LENGTH)
    return `A text would be longer than ${MAX_TEXT_LENGTH} characters`;
  if (isListField(field) && splitNames(text).length > MAX_ARTISTS)
    return `It would have more than ${MAX_ARTISTS} artists`;
  const wrong = field === "isrc" ? splitNames(text).find((code) => !ISRC.test(code)) : undefined;
  if (wrong !== undefined)
    return `'${wrong}' is no ISRC, such as DEA451700003: two letters, three letters or digits, seven digits`;
  return null;
}

function numberIn(read: string | undefined): number | "no-number" | undefined {
  if (read === undefined) return undefined;
  return /^\d{1,4}$/.test(read) && Number(read) > 0 ? Number(read) : "no-number";
}

function changeOwnTags(
  before: readonly string[],
  { do: how, tags }: NonNullable<TrackChanges["ownTags"]>,
): string[] {
  switch (how) {
    case "set":
      return [...new Set(tags)];
    case "add":
      return [...new Set([...before, ...tags])];
    case "remove":
      return before.filter((tag) => !tags.includes(tag));
    default:
      return how satisfies never;
  }
}

function difference(values: FieldValues, after: Partial<FieldValues>): EditDecision {
  const fields = trackFields.filter((field) => field in after && isOther(field, values, after));
  if (fields.length === 0) return { kind: "unchanged" };
  return { kind: "changed", before: pick(values, fields), after: pick(after, fields) };
}

/** Edits of older versions have no lists. */
function isOther(field: TrackField, values: FieldValues, after: Partial<FieldValues>): boolean {
  return withLists([field]).some(
    (name) => (name === field || name in after) && !isSame(values[name], after[name]),
  );
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

export function pick(
  values: { readonly [Field in keyof FieldValues]?: unknown },
  fields: readonly TrackField[],
): Partial<FieldValues> {
  const known = withLists(fields).filter((name) => name in values);
  return Object.fromEntries(known.map((name) => [name, values[name]]));
}
