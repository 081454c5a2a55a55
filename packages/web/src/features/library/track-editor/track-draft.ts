import {
  type ContentKind,
  type EditableTrack,
  type RequestOf,
  type trackEditsCalls,
  type TrackField,
  type TrackNumberField,
  trackNumberFields,
  type TrackTextField,
  trackTextFields,
} from "@neonrelay/contract/callers";

type EditBody = RequestOf<(typeof trackEditsCalls)["previewTracksEdit"]>["body"];
type Changes = NonNullable<EditBody["changes"]>;
export type TypedField = TrackTextField | TrackNumberField;

/** Edits part of a text and keeps the rest. */
export interface TextWork {
  readonly field: TrackTextField;
  readonly how: "append" | "prepend" | "text" | "pattern";
  readonly find: string;
  readonly to: string;
  readonly ignoresCase: boolean;
}

/** The editor's contents; omitted fields stay unchanged. */
export interface TrackDraft {
  readonly typed: { readonly [Field in TypedField]?: string };
  readonly isExplicit?: boolean | null;
  readonly contentKind?: ContentKind;
  readonly weightPercent?: number;
  readonly isInRotation?: boolean;
  readonly ownTags?: { readonly do: "set" | "add" | "remove"; readonly text: string };
  readonly cover?:
    | { readonly do: "set"; readonly name: string; readonly file: string }
    | { readonly do: "folder" | "remove" }
    | undefined;
  readonly work: TextWork;
  readonly fileNameMask: string;
}

export const emptyDraft: TrackDraft = {
  typed: {},
  work: { field: "title", how: "text", find: "", to: "", ignoresCase: false },
  fileNameMask: "",
};

export const fieldLabels: Readonly<Record<TrackField, string>> = {
  title: "Title",
  artist: "Artist",
  album: "Album",
  albumArtist: "Album artist",
  genre: "Genre",
  year: "Year",
  trackNumber: "Track number",
  discNumber: "Disc number",
  label: "Label",
  isrc: "ISRC",
  language: "Language",
  isExplicit: "Explicit",
  ownTags: "Own tags",
  contentKind: "Kind",
  weightPercent: "Weight",
  isInRotation: "Rotation",
  cover: "Cover",
};

/** The request for this draft; undefined if it changes nothing. */
export function bodyOf(draft: TrackDraft): Omit<EditBody, "trackIds"> | undefined {
  const { typed, isExplicit, contentKind, weightPercent, isInRotation, cover, work } = draft;
  const changes: Changes = {
    ...Object.fromEntries(
      trackTextFields.flatMap((field) => {
        const text = typed[field];
        return text === undefined ? [] : [[field, { do: "set", to: text === "" ? null : text }]];
      }),
    ),
    ...Object.fromEntries(
      trackNumberFields.flatMap((field) => {
        const text = typed[field];
        return text === undefined ? [] : [[field, text === "" ? null : Number(text)]];
      }),
    ),
    ...(isExplicit === undefined ? {} : { isExplicit }),
    ...(contentKind === undefined ? {} : { contentKind }),
    ...(weightPercent === undefined ? {} : { weightPercent }),
    ...(isInRotation === undefined ? {} : { isInRotation }),
    ...(draft.ownTags === undefined
      ? {}
      : { ownTags: { do: draft.ownTags.do, tags: tagsIn(draft.ownTags.text) } }),
    ...(cover === undefined ? {} : { cover: toCover(cover) }),
    ...workChange(work),
  };
  const mask = draft.fileNameMask.trim();
  if (Object.keys(changes).length === 0 && mask === "") return undefined;
  return { changes, ...(mask === "" ? {} : { fileNameMask: mask }) };
}

/** The value that all tracks share; undefined if they differ. */
export function sharedText(
  tracks: readonly EditableTrack[],
  field: TypedField,
): string | undefined {
  const value = sharedValue(tracks, field);
  return value === undefined ? undefined : String(value ?? "");
}

export function sharedValue<Field extends keyof EditableTrack>(
  tracks: readonly EditableTrack[],
  field: Field,
): EditableTrack[Field] | undefined {
  const [first, ...others] = tracks;
  if (first === undefined) return undefined;
  const text = JSON.stringify(first[field]);
  return others.every((track) => JSON.stringify(track[field]) === text) ? first[field] : undefined;
}

/** Tags are typed separated by commas. */
function tagsIn(text: string): string[] {
  return [...new Set(text.split(",").map((tag) => tag.trim()))].filter((tag) => tag !== "");
}

function toCover(cover: NonNullable<TrackDraft["cover"]>): NonNullable<Changes["cover"]> {
  return cover.do === "set" ? { do: "set", name: cover.name } : { do: cover.do };
}

function workChange({ field, how, find, to, ignoresCase }: TextWork): Changes {
  if (how === "append" || how === "prepend")
    return to === "" ? {} : { [field]: { do: how, text: to } };
  return find === "" ? {} : { [field]: { do: "replace", find, by: how, ignoresCase, to } };
}

/** Props of each part of the editor. */
export interface EditorParts {
  readonly tracks: readonly EditableTrack[];
  readonly draft: TrackDraft;
  readonly onEdit: (change: Partial<TrackDraft>) => void;
}
