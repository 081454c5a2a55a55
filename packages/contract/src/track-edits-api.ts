import * as z from "zod/mini";
import { defineApi } from "./endpoint.ts";
import { lineSchema } from "./texts.ts";
import {
  MAX_OWN_TAGS,
  MAX_PREVIEWED_TRACKS,
  MAX_TRACK_EDITS,
  misreadingSchema,
  trackCoversCalls,
  trackEditsCalls,
  type EditableTrack,
  type TrackEdit,
} from "./track-edits.ts";
import { contentKinds, MAX_EDITED_TRACKS, trackIdSchema, trackWeightSchema } from "./tracks.ts";

const MAX_TEXT_LENGTH = 300;

const trackIdsSchema = z
  .array(trackIdSchema)
  .check(z.minLength(1), z.maxLength(MAX_EDITED_TRACKS, `at most ${MAX_EDITED_TRACKS} tracks`));

const piece = z.string().check(z.maxLength(MAX_TEXT_LENGTH));

/** A change to a text. An empty result clears the field; title and artist refuse that. */
const textChangeSchema = z.discriminatedUnion("do", [
  z.object({
    do: z.literal("set"),
    to: z.nullable(lineSchema({ shortest: 0, longest: MAX_TEXT_LENGTH })),
  }),
  /** Added before or after the existing text exactly as given, including spaces. */
  z.object({ do: z.literal("prepend"), text: piece }),
  z.object({ do: z.literal("append"), text: piece }),
  z.object({
    do: z.literal("replace"),
    find: z.string().check(z.minLength(1, "must not be empty"), z.maxLength(200)),
    /** `pattern`: `find` is an RE2 regular expression, and `$1` in `to` is its first group. */
    by: z.enum(["text", "pattern"]),
    ignoresCase: z._default(z.boolean(), false),
    to: piece,
  }),
]);
export type TextChange = z.output<typeof textChangeSchema>;

const numberChangeSchema = z.nullable(z.int().check(z.minimum(1), z.maximum(9999)));
const ownTagSchema = lineSchema({ shortest: 1, longest: 40 });

/** Omitted fields stay. */
const changesSchema = z.object({
  title: z.optional(textChangeSchema),
  artist: z.optional(textChangeSchema),
  album: z.optional(textChangeSchema),
  albumArtist: z.optional(textChangeSchema),
  genre: z.optional(textChangeSchema),
  isrc: z.optional(textChangeSchema),
  label: z.optional(textChangeSchema),
  language: z.optional(textChangeSchema),
  year: z.optional(numberChangeSchema),
  trackNumber: z.optional(numberChangeSchema),
  discNumber: z.optional(numberChangeSchema),
  isExplicit: z.optional(z.nullable(z.boolean())),
  ownTags: z.optional(
    z.object({
      do: z.enum(["set", "add", "remove"]),
      tags: z.array(ownTagSchema).check(z.maxLength(MAX_OWN_TAGS)),
    }),
  ),
  contentKind: z.optional(z.enum(contentKinds)),
  weightPercent: z.optional(trackWeightSchema),
  isInRotation: z.optional(z.boolean()),
  cover: z.optional(
    z.discriminatedUnion("do", [
      z.object({ do: z.literal("remove") }),
      /** A picture uploaded before. */
      z.object({ do: z.literal("set"), name: z.string().check(z.regex(/^[0-9a-f]{32}$/)) }),
      /** The picture in each file's folder, such as `cover.jpg`. */
      z.object({ do: z.literal("folder") }),
    ]),
  ),
});
export type TrackChanges = z.output<typeof changesSchema>;

const editShape = {
  trackIds: trackIdsSchema,
  changes: z._default(changesSchema, {}),
  /**
   * Takes fields from the file names, before `changes`: `%artist% - %title%`, or `%album%/%track% %title%` with the
   * folder. `%skip%` matches and discards text.
   */
  fileNameMask: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  /**
   * Decodes texts again that were read in the wrong charset, before anything else; texts that would make no sense are
   * kept.
   */
  misreading: z.optional(misreadingSchema),
};
const editedTracksSchema = z.object(editShape);
export type TracksEdit = z.output<typeof editedTracksSchema>;

const trackId = "0190d7a2-6f4e-4a53-9a7e-1c2b3d4e5f60";
const exampleFields: EditableTrack = {
  id: trackId,
  file: "Neon Coast/Sunset Lines/03 Night Drive.flac",
  albumArt: null,
  title: "Night Drive",
  artist: "Neon Coast",
  artists: ["Neon Coast"],
  album: "Sunset Lines",
  albumArtist: null,
  albumArtists: [],
  genre: "Synthwave",
  isrc: "DEA451700003",
  label: null,
  language: null,
  year: 2017,
  trackNumber: 3,
  discNumber: null,
  isExplicit: null,
  ownTags: ["summer"],
  contentKind: "music",
  weightPercent: 100,
  isInRotation: true,
  fieldsByHand: ["genre"],
};
const exampleEdit: TrackEdit = {
  id: 12,
  editedAt: "2027-03-01T19:00:00.000Z",
  editedBy: "Vega",
  fields: ["genre"],
  tracks: 1,
  firstTitle: "Night Drive",
  isUndone: false,
  files: { waiting: 1, written: 0, failed: 0, withoutUndo: 0 },
  failures: [],
};
const exampleChanges = { genre: { do: "set", to: "Synthwave" } } as const;

export const trackEditsApi = defineApi(trackEditsCalls, {
  getTracksFields: {
    access: "library_edit",
    summary: `What can be edited of tracks, at most ${MAX_EDITED_TRACKS}; those that are gone are left out`,
    body: z.object({ trackIds: trackIdsSchema }),
    example: { body: { trackIds: [trackId] }, response: [exampleFields] },
  },
  previewTracksEdit: {
    access: "library_edit",
    errors: ["invalid_request"],
    summary: `What an edit would change, without changing it; the first ${MAX_PREVIEWED_TRACKS} tracks in full`,
    body: editedTracksSchema,
    example: {
      body: { trackIds: [trackId], changes: exampleChanges },
      response: {
        changed: 1,
        unchanged: 0,
        refused: 0,
        problems: [],
        tracks: [
          {
            trackId,
            title: "Night Drive",
            changes: [{ field: "genre", before: "Electro", after: "Synthwave" }],
          },
        ],
      },
    },
  },
  editTracks: {
    access: "library_edit",
    errors: ["invalid_request", "conflict"],
    summary: `Change fields of up to ${MAX_EDITED_TRACKS} tracks; omitted fields stay. Tracks that the change does not fit stay as they are`,
    body: z.object({
      ...editShape,
      /** Also writes the changed fields into the files, one by one; `listTracksEdits` shows the progress. */
      writesFiles: z._default(z.boolean(), false),
      /**
       * Whether to write files even if their originals exceed the setting `tagOriginalsMegabytes`, so that they can't
       * be undone. If false, such an edit is refused with `conflict`.
       */
      mayLoseOriginals: z._default(z.boolean(), false),
    }),
    example: {
      body: { trackIds: [trackId], changes: exampleChanges, writesFiles: true },
      response: { edit: exampleEdit, refused: 0 },
    },
  },
  listTracksEdits: {
    access: "library_edit",
    summary: `The last ${MAX_TRACK_EDITS} edits, newest first, and how far their files are`,
    example: { response: [exampleEdit] },
  },
  undoTracksEdit: {
    access: "library_edit",
    errors: ["not_found", "conflict"],
    summary:
      "Undo an edit. Files that it was written into become what they were, to the last bit; what has changed since stays, and such files are named in `failures`",
    params: z.object({
      id: z.coerce.number().check(z.int(), z.minimum(1), z.describe("Id of the edit")),
    }),
    example: { response: { edit: { ...exampleEdit, isUndone: true }, kept: 0 } },
  },
});

export const trackCoversApi = defineApi(trackCoversCalls, {
  uploadTrackCover: {
    access: "library_edit",
    errors: ["invalid_request", "too_large", "refused_file"],
    summary:
      "Upload a picture for covers: multipart/form-data with a JPEG, PNG, WebP, GIF or TIFF file in the field `picture`, at most 10 MB",
    example: { response: { name: "3f2a9c1b7d8e4f506172839405a6b7c8" } },
  },
});
