import * as z from "zod/mini";
import { brandingCalls, nameSchema, taglineSchema } from "./branding.ts";
import { defineCalls } from "./call.ts";
import { musicFormatsSchema } from "./music-formats.ts";
import { defaultKindRules, kindRulesSchema } from "./track-kinds.ts";
import {
  defaultRequestTurns,
  requestPresets,
  requestRulesSchema,
  requestTurnsSchema,
} from "./requests.ts";
import { initialPolicy, stationPolicySchema } from "./station-policy.ts";
import { channelSchema } from "./texts.ts";

/** Upper limit of the setting maxUploadMegabytes. */
export const MAX_UPLOAD_MEGABYTES = 4096;

/** Upper limit of the setting tagOriginalsMegabytes. */
export const MAX_TAG_ORIGINALS_MEGABYTES = 1_048_576;

/** When DJs' stream keys work: always except during other DJs' live shows, or only in their owners' live shows. */
export const djKeyTimes = ["always", "in-own-shows"] as const;

/** Retention in days; 0 keeps for ever. */
export const retentionSchema = z.object({
  chatDays: z.int().check(z.minimum(0), z.maximum(3650)),
  commentDays: z.int().check(z.minimum(0), z.maximum(3650)),
  historyDays: z.int().check(z.minimum(0), z.maximum(3650)),
  securityEventDays: z.int().check(z.minimum(0), z.maximum(3650)),
});

export type Retention = z.infer<typeof retentionSchema>;

const restMinutesSchema = z.int().check(z.minimum(0), z.maximum(7 * 24 * 60));

/** Minimum time before a track, title, artist or album repeats, in minutes; 0 turns the rule off. */
export const separationSchema = z.object({
  trackMinutes: restMinutesSchema,
  /** Includes other recordings of the same song. */
  titleMinutes: restMinutesSchema,
  artistMinutes: restMinutesSchema,
  albumMinutes: restMinutesSchema,
  /** Whether a track is barred within half an hour of its time on the previous day. */
  notAtYesterdaysHour: z.boolean(),
});

export type Separation = z.infer<typeof separationSchema>;

export const defaultSeparation: Separation = {
  trackMinutes: 240,
  titleMinutes: 120,
  artistMinutes: 45,
  albumMinutes: 60,
  notAtYesterdaysHour: true,
};

/** Bitrates of the MP3 mount, in kbit/s; the sample rate decides which of them are valid. */
export const bitrateSchema = z.int().check(z.minimum(64), z.maximum(320));

/** Loudness targets in LUFS: streaming, the usual one, ReplayGain's, and broadcast's. */
export const loudnessTargets = [-14, -16, -18, -23] as const;

export type LoudnessTarget = (typeof loudnessTargets)[number];

/** Checks the form of an IANA time zone name; `settableTimeZoneSchema` checks that the zone exists. */
const timeZoneSchema = z
  .string()
  .check(z.maxLength(64), z.regex(/^[A-Za-z][\w+/-]*$/, "enter a time zone such as Europe/Berlin"));

/** A host name, or an IP address without brackets, as in stream addresses. */
const streamHostSchema = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1),
    z.maxLength(253),
    z.regex(/^[a-z0-9._:-]+$/, "enter a name or an address, without a scheme or a port"),
  );

/** Name, port and path of an address for DJs; https means TLS. */
const djAddressForm =
  /^(https:\/\/)?([a-z\d](?:[a-z\d.-]*[a-z\d])?|\[[\da-f:.]+\])(?::(\d{1,5}))?(?:\/|\/live)?$/;

const djAddressHint =
  "enter a name such as radio.example or radio.example:8000, or https://radio.example";

const djAddressSchema = z.string().check(
  z.trim(),
  z.toLowerCase(),
  z.maxLength(300, djAddressHint),
  z.refine((text) => text === "" || parseDjAddress(text) !== null, djAddressHint),
);

/** The DJ address as entered by an operator. */
export interface DjAddress {
  readonly host: string;
  /** null: the default. */
  readonly port: number | null;
  readonly isSecure: boolean;
}

/**
 * @returns null for an invalid DJ address
 * @example
 * parseDjAddress("radio.example:8000"); // { host: "radio.example", port: 8000, isSecure: false }
 */
export function parseDjAddress(text: string): DjAddress | null {
  const parts = djAddressForm.exec(text);
  if (parts === null) return null;
  const [, scheme, host = "", digits] = parts;
  const port = digits === undefined ? null : Number(digits);
  if (port !== null && (port < 1 || port > 65_535)) return null;
  return { host: host.replaceAll(/[[\]]/g, ""), port, isSecure: scheme !== undefined };
}

/** Maximum hosts in private networks the station may connect to. */
export const MAX_PRIVATE_HOSTS = 50;

/** Maximum addresses of a former station to answer for. */
export const MAX_OLD_ADDRESSES = 100;

/** A path of a former station that players still use, and the format served there. */
const oldAddressSchema = z.object({
  path: z.string().check(z.maxLength(300), z.startsWith("/")),
  codec: z.enum(["mp3", "opus", "aac"]),
});

export type OldAddress = z.infer<typeof oldAddressSchema>;

/** Maximum Icecast relays for players. */
export const MAX_RELAYS = 20;

/** An Icecast server relaying the MP3 mount, for the web player. */
const relaySchema = z.object({
  url: z.string().check(
    z.trim(),
    z.maxLength(300, "at most 300 characters"),
    z.regex(
      /^https?:\/\/(?:[\p{L}\p{N}._-]+|\[[\da-f:.]+\])(?::\d{1,5})?\/[^\s#<>"\p{Cc}\p{Cs}]+$/iu,
      "enter the address of a mount such as https://relay.example/stream.mp3",
    ),
    z.refine(
      (text) => URL.canParse(text),
      "enter the address of a mount such as https://relay.example/stream.mp3",
    ),
  ),
  /** Its share of players relative to the station's 10; 0: only when all others fail. */
  weight: z
    .int("enter a weight from 0 to 100")
    .check(
      z.minimum(0, "enter a weight from 0 to 100"),
      z.maximum(100, "enter a weight from 0 to 100"),
    ),
});

export type Relay = z.infer<typeof relaySchema>;

export const stationSettingsSchema = z.extend(stationPolicySchema, {
  stationName: nameSchema,
  tagline: taglineSchema,
  /** Time zone of the schedule and of the programme's hours. */
  timeZone: timeZoneSchema,
  autoPlay: z.boolean(),
  ircChannel: channelSchema,
  /** Whether the bot announces a show in the channel when it begins. */
  announcesShows: z.boolean(),
  /** Whether the bot sets the channel's topic from the schedule and reverts changes by others. */
  doesTopicFollowShow: z.boolean(),
  volume: z.int().check(z.minimum(0), z.maximum(100)),
  djKeysWork: z.enum(djKeyTimes),
  /**
   * Where DJs connect: a name, with a port unless it is the stream port's, or `https://name` for the web port. Empty:
   * the name each browser uses for the station, and the stream port.
   */
  djAddress: djAddressSchema,
  /** Bitrate of the MP3 mount, in kbit/s. */
  bitrate: bitrateSchema,
  maxListeners: z.int().check(z.minimum(10), z.maximum(5000)),
  /** Target loudness of every track, in LUFS; applies to tracks that start from now on. */
  loudnessTargetLufs: z.literal(loudnessTargets),
  /** An external stream ends after this many minutes on air. */
  streamLimitMinutes: z.int().check(z.minimum(1), z.maximum(1440)),
  /** Shorter files, such as sound effects, are not added as tracks; applies to files read from now on. 0: no limit. */
  shortestTrackSeconds: z.int().check(z.minimum(0), z.maximum(60)),
  /** Formats ignored in music folders, imports and music sources; applies to files read from now on. */
  leftOutFormats: musicFormatsSchema,
  /** Formats accepted as uploads besides `uploadedFormats`. */
  uploadFormats: musicFormatsSchema,
  /** Maximum upload size, in MB of 1024 * 1024 bytes; applies to uploads that begin from now on. */
  maxUploadMegabytes: z.int().check(z.minimum(1), z.maximum(MAX_UPLOAD_MEGABYTES)),
  /** Days until deleted tracks' files leave the trash; 0: only when an operator empties it. */
  trashDays: z.int().check(z.minimum(0), z.maximum(3650)),
  /** How long single listening sessions are kept, in days; their sums stay. 0 keeps them for ever. */
  listeningSessionDays: z.int().check(z.minimum(0), z.maximum(3650)),
  /**
   * Space for undoing edits written into files, in MB of 1024 * 1024 bytes; the oldest edits go first. Applies from the
   * next edit or undo on; 0: nothing is stored.
   */
  tagOriginalsMegabytes: z.int().check(z.minimum(0), z.maximum(MAX_TAG_ORIGINALS_MEGABYTES)),
  /** Hosts in private networks allowed for streams and outputs; only super admins can change them. */
  allowedStreamHosts: z.array(streamHostSchema).check(z.maxLength(MAX_PRIVATE_HOSTS)),
  /** Paths of a former station that serve this one's stream; none of the station's own paths. */
  oldAddresses: z.array(oldAddressSchema).check(z.maxLength(MAX_OLD_ADDRESSES)),
  /** Where the web player may listen besides the station and its edges. */
  relays: z.array(relaySchema).check(z.maxLength(MAX_RELAYS, `at most ${MAX_RELAYS} relays`)),
  requestRules: requestRulesSchema,
  requestTurns: requestTurnsSchema,
  separation: separationSchema,
  /** Track kinds by folder, genre or tag; a change applies to the whole library. */
  kindRules: kindRulesSchema,
  retention: retentionSchema,
});

export type StationSettings = z.infer<typeof stationSettingsSchema>;

/** Of a new station; its time zone is the system's, its volume part of the radio state. */
export const initialSettings: Omit<StationSettings, "timeZone" | "volume"> = {
  ...initialPolicy,
  stationName: "Neon Relay",
  tagline: "Synthwave & Cyberpunk Vibes",
  autoPlay: true,
  ircChannel: "#neonrelay",
  announcesShows: true,
  doesTopicFollowShow: false,
  djKeysWork: "always",
  djAddress: "",
  bitrate: 192,
  maxListeners: 1000,
  loudnessTargetLufs: -16,
  streamLimitMinutes: 60,
  shortestTrackSeconds: 1,
  leftOutFormats: [],
  uploadFormats: [],
  maxUploadMegabytes: 50,
  trashDays: 30,
  listeningSessionDays: 90,
  tagOriginalsMegabytes: 2048,
  allowedStreamHosts: [],
  oldAddresses: [],
  relays: [],
  requestRules: requestPresets.generous,
  requestTurns: defaultRequestTurns,
  separation: defaultSeparation,
  kindRules: defaultKindRules,
  retention: { chatDays: 90, commentDays: 0, historyDays: 365, securityEventDays: 90 },
};

const stationSettingsCalls = defineCalls({
  getStationSettings: {
    method: "GET",
    path: "/api/station-settings",
    response: stationSettingsSchema,
  },
  putStationSettings: {
    method: "PUT",
    path: "/api/station-settings",
    response: stationSettingsSchema,
  },
});

export const settingsCalls = { ...brandingCalls, ...stationSettingsCalls };
