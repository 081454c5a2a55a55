import * as z from "zod";
import {
  defaultSettings,
  onAirSettingsSchema,
  planItemSchema,
  planStartSchema,
  playableTrackSchema,
  queueEntrySchema,
} from "../protocol/index.ts";
import type { OnAirSettings } from "../protocol/index.ts";

/** Settings and tracks as stored. Fields that an older release did not write get their default. */
const keptSettingsSchema = onAirSettingsSchema.extend({
  isStreaming: onAirSettingsSchema.shape.isStreaming.default(true),
  autoPlay: onAirSettingsSchema.shape.autoPlay.default(true),
  sampleRateHz: onAirSettingsSchema.shape.sampleRateHz.default(44_100),
  channels: onAirSettingsSchema.shape.channels.default(2),
  isOpusOn: onAirSettingsSchema.shape.isOpusOn.default(false),
  opusBitrateKbps: onAirSettingsSchema.shape.opusBitrateKbps.default(96),
  isAacOn: onAirSettingsSchema.shape.isAacOn.default(false),
  aacBitrateKbps: onAirSettingsSchema.shape.aacBitrateKbps.default(128),
  isHlsOn: onAirSettingsSchema.shape.isHlsOn.default(false),
  colors: onAirSettingsSchema.shape.colors.default(defaultSettings.colors),
  streamLimitMinutes: onAirSettingsSchema.shape.streamLimitMinutes.default(60),
  allowedStreamHosts: onAirSettingsSchema.shape.allowedStreamHosts.default([]),
  captureDeviceId: onAirSettingsSchema.shape.captureDeviceId.default(null),
});

const keptTrackFields = {
  kind: playableTrackSchema.shape.kind.default("file"),
  albumArtist: playableTrackSchema.shape.albumArtist.default(null),
  discNumber: playableTrackSchema.shape.discNumber.default(null),
  trackNumber: playableTrackSchema.shape.trackNumber.default(null),
  cues: playableTrackSchema.shape.cues.default(null),
};

/** What on-air keeps on disk, to play on without a server and after a restart. */
export const playoutStateSchema = z.object({
  settings: keptSettingsSchema,
  queue: z.array(queueEntrySchema.extend(keptTrackFields)),
  /** Newest last. Entries and items that the server sends again don't start again. */
  startedEntryIds: z.array(z.uuid()),
  /** When the requests of the last 60 minutes started, wall clock. */
  requestStartsMs: z.array(z.number()).default([]),
  /** Newest last. */
  recentTrackIds: z.array(z.uuid()),
  /** See `Strikes`; newest last. */
  strikes: z
    .array(
      z.object({
        trackId: z.uuid(),
        path: z.string(),
        count: z.int(),
        atMs: z.number().nullable().default(null),
      }),
    )
    .default([]),
  /** Plays reported as started and not yet as ended. */
  openPlays: z.array(z.object({ playId: z.uuid(), audioStartSamples: z.number() })),
});
export type PlayoutState = z.infer<typeof playoutStateSchema>;

/** What is on air and how much of it has been heard, so that the next run can continue. */
export const airNoteSchema = z.object({
  play: z.object({
    kind: z.literal("track"),
    playId: z.uuid(),
    track: playableTrackSchema.extend(keptTrackFields),
    format: z.string().nullable(),
    entryId: z.uuid().nullable(),
    itemId: z.uuid().nullable(),
    requestedBy: z.string().nullable(),
    isRequest: z.boolean(),
    hasAlbumGain: z.boolean().optional(),
  }),
  /** Start of its item of the plan; null: no item. */
  planStart: planStartSchema.nullable(),
  /** The broadcast it was heard over; null: it was on air alone. */
  overSessionId: z.string().nullable(),
  /** Programme position from which its title applies. */
  titleSamples: z.number(),
  /** How much of its file has been heard. */
  offsetMs: z.number().min(0),
  isFadedOut: z.boolean(),
  /** on-air was stopped cleanly. */
  isStopped: z.boolean(),
  moment: z.object({ atMs: z.number(), upMs: z.number(), bootId: z.string().nullable() }),
  /** How many runs have resumed it and got no further. */
  resumes: z.int().min(0),
});
export type AirNote = Readonly<z.infer<typeof airNoteSchema>>;

export const rotationStateSchema = z.object({
  tracks: z.array(playableTrackSchema.extend(keptTrackFields)),
});
export type RotationState = z.infer<typeof rotationStateSchema>;

export const planStateSchema = z.object({ items: z.array(planItemSchema) });
export type PlanState = z.infer<typeof planStateSchema>;

/** Settings when the whole station starts: with auto-play it plays, otherwise it is silent until Play. */
export function settingsAtStationStart(settings: OnAirSettings): OnAirSettings {
  return { ...settings, isPlaying: settings.autoPlay };
}
