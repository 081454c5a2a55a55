import * as z from "zod/mini";
import { defineApi } from "./endpoint.ts";
import {
  nowPlayingExample,
  playExample,
  radioStateExample,
  streamInfoExample,
} from "./radio-examples.ts";
import { playbackCalls, radioCalls, streamCalls } from "./radio.ts";
import { bitrateSchema } from "./settings.ts";
import { channelSchema } from "./texts.ts";

/** A change of the station's state; omitted fields stay. */
export const radioStateChangeSchema = z
  .object({
    isPlaying: z.optional(z.boolean()),
    volume: z.optional(z.number().check(z.minimum(0), z.maximum(100))),
    /** A station setting, so it also needs system_config. */
    ircChannel: z.optional(channelSchema),
  })
  .check(
    z.refine(
      (change) => Object.values(change).some((value) => value !== undefined),
      "send isPlaying, volume or ircChannel",
    ),
  );

export type RadioStateChange = z.infer<typeof radioStateChangeSchema>;

export const radioApi = defineApi(radioCalls, {
  getRadioState: {
    access: "public",
    isUrgent: true,
    summary: "Whether the station is playing, its volume and its listeners",
    example: { response: radioStateExample },
  },
  putRadioState: {
    access: "station_control",
    summary: "Play or pause the programme, or set its volume",
    steersSound: true,
    example: { body: { volume: 60 }, response: { ...radioStateExample, volume: 60 } },
    body: radioStateChangeSchema,
  },
  getNowPlaying: {
    access: "public",
    isForAnyone: true,
    isForOtherSites: true,
    summary: "What is on air, with its clock",
    example: { response: nowPlayingExample },
  },
  getHistory: {
    access: "public",
    isCostly: true,
    isForAnyone: true,
    isForOtherSites: true,
    summary: "What was on air, newest first",
    example: { response: [playExample] },
    query: z.object({
      before: z.optional(
        z.coerce
          .number()
          .check(z.describe("Plays that began before this time, in milliseconds since 1970")),
      ),
      limit: z
        ._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 50)
        .check(z.describe("How many plays to return at most")),
    }),
  },
  skip: {
    access: "station_control",
    errors: ["conflict"],
    summary: "Skip what is on air with a short fade and start the next track",
    steersSound: true,
    example: { body: { playId: playExample.id }, response: { skipped: true } },
    body: z.nullish(
      z.object({
        /** Id of the play to skip, so that two operators pressing at once skip only once. It may already have ended. */
        playId: z.optional(z.uuid()),
      }),
    ),
  },
  crossfade: {
    access: "station_control",
    errors: ["conflict"],
    summary: "Crossfade to the next track within 4 s, at equal power",
    example: { body: { playId: playExample.id }, response: { crossfaded: true } },
    body: z.nullish(
      z.object({
        /** As for skip. */
        playId: z.optional(z.uuid()),
      }),
    ),
  },
  fadeOut: {
    access: "station_control",
    errors: ["conflict"],
    summary: "Fade the programme to silence within 3 s, until Fade In, Play or the next track",
    example: { response: { faded: true } },
  },
  fadeIn: {
    access: "station_control",
    errors: ["conflict"],
    summary: "Fade the programme in within 3 s",
    example: { response: { faded: true } },
  },
  restart: {
    access: "station_control",
    errors: ["conflict"],
    summary: "Restart what is on air from its beginning",
    steersSound: true,
    example: { response: { restarted: true } },
  },
  getStreamInfo: {
    access: "public",
    summary: "The address and encoding of the stream",
    example: { response: streamInfoExample },
  },
  getStreamSession: {
    access: "public",
    summary: "The moment of the programme at which a connection started",
    example: {
      response: { cid: "8d1f6a3c-2b74-4f6c-9a57-5b0d7f2c4e19", startMs: 7_204_000 },
    },
    params: z.object({
      cid: z.uuid().check(z.describe("The `cid` that the player added to the stream's address")),
    }),
  },
});

export const playbackApi = defineApi(playbackCalls, {
  emergencyStop: {
    access: "station_control",
    summary:
      "Emergency stop: sets isPlaying to false and volume to 0 at once; playing again restores the volume",
    steersSound: true,
    example: { response: { ...radioStateExample, isPlaying: false, volume: 0 } },
  },
});

export const streamApi = defineApi(streamCalls, {
  startStream: {
    access: "station_control",
    summary: "Put the mounts on air",
    example: {
      body: { audioSource: "automation" },
      response: { streamUrl: streamInfoExample.streamUrl, notice: null },
    },
    body: z.nullish(
      z.object({
        /** One of the listed choices; defaults to the previous one. */
        audioSource: z.optional(z.string().check(z.maxLength(200))),
      }),
    ),
  },
  stopStream: {
    access: "station_control",
    summary: "Take the mounts off the air until they are started again, even after a restart",
    example: { response: { stopped: true } },
  },
  configureStream: {
    access: "system_config",
    summary:
      "Set bitrate, sample rate and channels of the MP3 mount, as far as MP3 allows, and switch the other mounts on and off",
    example: {
      body: { bitrate: 192, sampleRate: 44_100, channels: 2 },
      response: streamInfoExample,
    },
    body: z.object({
      bitrate: bitrateSchema,
      /** Hz: 32000, 44100 or 48000. */
      sampleRate: z.int(),
      channels: z.int().check(z.minimum(1), z.maximum(2)),
      /** Omitted fields stay. */
      mounts: z.optional(
        z.object({
          opus: z.optional(z.object({ isOn: z.boolean(), bitrate: z.optional(z.int()) })),
          aac: z.optional(z.object({ isOn: z.boolean(), bitrate: z.optional(z.int()) })),
          hls: z.optional(z.object({ isOn: z.boolean() })),
        }),
      ),
    }),
  },
});
