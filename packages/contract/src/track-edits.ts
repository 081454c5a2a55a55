import * as z from "zod/mini";
import { defineCalls } from "./call.ts";
import { contentKinds, trackIdSchema, trackSchema, trackWeightSchema } from "./tracks.ts";

/** Edits that can be undone; older ones are forgotten. */
export const MAX_TRACK_EDITS = 50;
/** Tracks that a preview shows. */
export const MAX_PREVIEWED_TRACKS = 100;
export const MAX_OWN_TAGS = 20;

/** Fields of text. Title and artist are never empty. Several artists, album artists and ISRCs have `; ` between. */
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

/** Everything that an edit can change. */
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

/** Charsets in which a text may have been read by mistake. */
export const misreadAs = ["windows-1252", "windows-1251"] as const;
/** Charsets that a text may be in. */
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

/** How texts were misread: in one charset, while they are in another one. */
export const misreadingSchema = z.object({
  readAs: z.enum(misreadAs),
  writtenIn: z.enum(textCharsets),
});
export type Misreading = z.infer<typeof misreadingSchema>;

/** What can be edited of a track, as it is now. */
export const trackFieldsSchema = z.object({
  title: z.string(),
  artist: z.string(),
  /** Those that `artist` shows; an edit of it separates them at `; `. */
  artists: trackSchema.shape.artists,
  album: textSchema,
  albumArtist: textSchema,
  albumArtists: trackSchema.shape.albumArtists,
  genre: textSchema,
  isrc: textSchema,
  label: textSchema,
  /** As the file or an operator writes it, such as `eng`. */
  language: textSchema,
  year: numberSchema,
  trackNumber: numberSchema,
  discNumber: numberSchema,
  /** null: not known. */
  isExplicit: z.nullable(z.boolean()),
  /** The station's own, such as `summer`; they are in no file. */
  ownTags: z.array(z.string()),
  contentKind: z.enum(contentKinds),
  weightPercent: trackWeightSchema,
  isInRotation: z.boolean(),
});
export type TrackFields = z.infer<typeof trackFieldsSchema>;

const editableTrackSchema = z.extend(trackFieldsSchema, {
  id: trackIdSchema,
  /** Its last two folders and its name; null for an external stream. */
  file: z.nullable(z.string()),
  /** Path of the cover on the web server. */
  albumArt: z.nullable(z.string()),
  /** Fields that an operator set and that are not in the file: reading the file again leaves them alone. */
  fieldsByHand: z.array(z.enum(trackFields)),
});
export type EditableTrack = z.infer<typeof editableTrackSchema>;

const valueSchema = z.nullable(z.string());

/** What an edit would do. */
const editPreviewSchema = z.object({
  /** How many tracks would change. */
  changed: z.int(),
  unchanged: z.int(),
  /** Tracks that stay as they are because the change does not fit them; at most 100. */
  problems: z.array(z.object({ trackId: trackIdSchema, title: z.string(), problem: z.string() })),
  /** How many tracks have a problem. */
  refused: z.int(),
  /** The first tracks that would change, in the order in which they were sent; at most 100. */
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
  /** How many files it is written into; all 0 for an edit that is kept in the library only. */
  files: z.object({
    waiting: z.int(),
    written: z.int(),
    failed: z.int(),
    /** Written files whose originals are not kept: undo leaves them as they are. */
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
      /** Fields of tracks that have changed since and stay as they are. */
      kept: z.int(),
    }),
  },
});

/** Largest picture for a cover, in bytes. */
export const MAX_COVER_BYTES = 10 * 1024 * 1024;

/** Uploads a picture, for `cover` of an edit. */
export const trackCoversCalls = defineCalls({
  uploadTrackCover: {
    method: "POST",
    path: "/api/tracks/covers",
    fileField: "picture",
    response: z.object({ name: z.string() }),
  },
});
