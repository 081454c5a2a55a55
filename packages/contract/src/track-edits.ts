import * as z from "zod/mini";
import { defineCalls } from "./call.ts";
import { contentKinds, trackIdSchema, trackSchema, trackWeightSchema } from "./tracks.ts";

/** Maximum edits that can be undone; older ones are forgotten. */
export const MAX_TRACK_EDITS = 50;
/** Maximum tracks shown in a preview. */
export const MAX_PREVIEWED_TRACKS = 100;
export const MAX_OWN_TAGS = 20;

/** Text fields. Title and artist are never empty. Several artists, album artists and ISRCs are separated by `; `. */
export const trackTextFields = [
  "title",
  "artist",
  "album",
  "albumArtist",
  "genre",
  "isrc",
  "label",
  "language",
] as const;
export type TrackTextField = (typeof trackTextFields)[number];

export const trackNumberFields = ["year", "trackNumber", "discNumber"] as const;
export type TrackNumberField = (typeof trackNumberFields)[number];

/** Everything an edit can change. */
export const trackFields = [
  ...trackTextFields,
  ...trackNumberFields,
  "isExplicit",
  "ownTags",
  "contentKind",
  "weightPercent",
  "isInRotation",
  "cover",
] as const;
export type TrackField = (typeof trackFields)[number];

const textSchema = z.nullable(z.string());
const numberSchema = z.nullable(z.int());

/** Charsets in which a text may have been misread. */
export const misreadAs = ["windows-1252", "windows-1251"] as const;
/** Charsets a text may actually be in. */
export const textCharsets = [
  "utf-8",
  "windows-1251",
  "ibm866",
  "koi8-r",
  "shift_jis",
  "euc-kr",
  "gbk",
  "big5",
  "windows-1252",
] as const;

/** How texts were misread: the wrong charset and the right one. */
export const misreadingSchema = z.object({
  readAs: z.enum(misreadAs),
  writtenIn: z.enum(textCharsets),
});
export type Misreading = z.infer<typeof misreadingSchema>;

/** A track's editable fields, as they are now. */
export const trackFieldsSchema = z.object({
  title: z.string(),
  artist: z.string(),
  /** The artists shown in `artist`; an edit of that splits at `; `. */
  artists: trackSchema.shape.artists,
  album: textSchema,
  albumArtist: textSchema,
  albumArtists: trackSchema.shape.albumArtists,
  genre: textSchema,
  isrc: textSchema,
  label: textSchema,
  /** As written in the file or by an operator, such as `eng`. */
  language: textSchema,
  year: numberSchema,
  trackNumber: numberSchema,
  discNumber: numberSchema,
  /** null: unknown. */
  isExplicit: z.nullable(z.boolean()),
  /** The station's own tags, such as `summer`; no file has them. */
  ownTags: z.array(z.string()),
  contentKind: z.enum(contentKinds),
  weightPercent: trackWeightSchema,
  isInRotation: z.boolean(),
});
export type TrackFields = z.infer<typeof trackFieldsSchema>;

const editableTrackSchema = z.extend(trackFieldsSchema, {
  id: trackIdSchema,
  /** File name with its last two folders; null for an external stream. */
  file: z.nullable(z.string()),
  /** Path of the cover on the web server. */
  albumArt: z.nullable(z.string()),
  /** Fields set by an operator and not in the file; rereading the file keeps them. */
  fieldsByHand: z.array(z.enum(trackFields)),
});
export type EditableTrack = z.infer<typeof editableTrackSchema>;

const valueSchema = z.nullable(z.string());

/** What an edit would change. */
const editPreviewSchema = z.object({
  /** Number of tracks that would change. */
  changed: z.int(),
  unchanged: z.int(),
  /** Tracks the change does not fit, which stay as they are; at most 100. */
  problems: z.array(z.object({ trackId: trackIdSchema, title: z.string(), problem: z.string() })),
  /** Number of tracks with a problem. */
  refused: z.int(),
  /** The first tracks that would change, in the order sent; at most 100. */
  tracks: z.array(
    z.object({
      trackId: trackIdSchema,
      title: z.string(),
      changes: z.array(
        z.object({ field: z.enum(trackFields), before: valueSchema, after: valueSchema }),
      ),
    }),
  ),
});
export type EditPreview = z.infer<typeof editPreviewSchema>;

const trackEditSchema = z.object({
  id: z.int(),
  editedAt: z.iso.datetime(),
  editedBy: z.string(),
  fields: z.array(z.enum(trackFields)),
  tracks: z.int(),
  /** The title of the first track. */
  firstTitle: z.nullable(z.string()),
  isUndone: z.boolean(),
  /** Progress of writing it into files; all 0 for an edit kept in the library only. */
  files: z.object({
    waiting: z.int(),
    written: z.int(),
    failed: z.int(),
    /** Written files without a stored original: undo skips them. */
    withoutUndo: z.int(),
  }),
  /** Files that could not be written or undone, with the reason; at most 20. */
  failures: z.array(z.object({ trackId: trackIdSchema, title: z.string(), reason: z.string() })),
});
export type TrackEdit = z.infer<typeof trackEditSchema>;

export const trackEditsCalls = defineCalls({
  getTracksFields: {
    method: "POST",
    path: "/api/tracks/fields",
    response: z.array(editableTrackSchema),
  },
  previewTracksEdit: {
    method: "POST",
    path: "/api/tracks/edits/preview",
    response: editPreviewSchema,
  },
  editTracks: {
    method: "POST",
    path: "/api/tracks/edits",
    /** null: nothing changed. */
    response: z.object({ edit: z.nullable(trackEditSchema), refused: z.int() }),
  },
  listTracksEdits: {
    method: "GET",
    path: "/api/tracks/edits",
    response: z.array(trackEditSchema),
  },
  undoTracksEdit: {
    method: "POST",
    path: "/api/tracks/edits/:id/undo",
    response: z.object({
      edit: trackEditSchema,
      /** Fields changed since, which stay as they are. */
      kept: z.int(),
    }),
  },
});

/** Maximum size of a cover picture, in bytes. */
export const MAX_COVER_BYTES = 10 * 1024 * 1024;

/** Uploads a picture for an edit's `cover`. */
export const trackCoversCalls = defineCalls({
  uploadTrackCover: {
    method: "POST",
    path: "/api/tracks/covers",
    fileField: "picture",
    response: z.object({ name: z.string() }),
  },
});
