import * as z from "zod/mini";
import { defineApi } from "./endpoint.ts";
import { requestPresetNames, requestPresets, requestRulesSchema } from "./requests.ts";
import {
  channelSchema,
  emailOrNoneSchema,
  hslSchema,
  lineSchema,
  nickSchema,
  webAddressSchema,
} from "./texts.ts";

/** What guests may do to the queue: everything, only add to it, or nothing. */
export const guestQueueActions = ["full", "requests only", "off"] as const;

/** What a browser must know to show the right controls. */
export const stationPolicySchema = z.object({
  commentsEnabled: z.boolean(),
  registrationEnabled: z.boolean(),
  maintenanceMode: z.boolean(),
  guestQueueActions: z.enum(guestQueueActions),
});
export type StationPolicy = z.infer<typeof stationPolicySchema>;

/** How many days each is kept; 0 for ever. */
export const retentionSchema = z.object({
  chatDays: z.int().check(z.minimum(0), z.maximum(3650)),
  commentDays: z.int().check(z.minimum(0), z.maximum(3650)),
  historyDays: z.int().check(z.minimum(0), z.maximum(3650)),
  securityEventDays: z.int().check(z.minimum(0), z.maximum(3650)),
});
export type Retention = z.infer<typeof retentionSchema>;

const restMinutesSchema = z.int().check(z.minimum(0), z.maximum(7 * 24 * 60));

/** How long something rests in the programme after it began, in minutes; 0: the rule is off. */
export const separationSchema = z.object({
  trackMinutes: restMinutesSchema,
  /** Another recording of the same song, too. */
  titleMinutes: restMinutesSchema,
  artistMinutes: restMinutesSchema,
  albumMinutes: restMinutesSchema,
  /** A track doesn't come within half an hour of when it came the day before. */
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

const nameSchema = lineSchema({ shortest: 1, longest: 80 });
const taglineSchema = lineSchema({ shortest: 0, longest: 160 });
/** What the MP3 mount may have, in kbit/s; which of them MP3 has follows from the sample rate. */
export const bitrateSchema = z.int().check(z.minimum(64), z.maximum(320));

/** Loudness that tracks can be brought to, in LUFS: streaming, the usual one, ReplayGain's, and broadcast's. */
export const loudnessTargets = [-14, -16, -18, -23] as const;
export type LoudnessTarget = (typeof loudnessTargets)[number];

/** A host, or an address of one without brackets, as it stands in the addresses of streams. */
const streamHostSchema = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1),
    z.maxLength(253),
    z.regex(/^[a-z0-9._:-]+$/, "give a name or an address, without a scheme or a port"),
  );

/** Most hosts in private networks that the station may connect to. */
export const MAX_PRIVATE_HOSTS = 50;

export const stationSettingsSchema = z.extend(stationPolicySchema, {
  stationName: nameSchema,
  tagline: taglineSchema,
  autoPlay: z.boolean(),
  ircChannel: channelSchema,
  volume: z.int().check(z.minimum(0), z.maximum(100)),
  /** kbit/s of the MP3 mount. */
  bitrate: bitrateSchema,
  maxListeners: z.int().check(z.minimum(10), z.maximum(5000)),
  /** What every track is brought to, in LUFS; holds for what comes on air from now on. */
  loudnessTargetLufs: z.literal(loudnessTargets),
  /** Somebody else's stream ends after so many minutes on air. */
  streamLimitMinutes: z.int().check(z.minimum(1), z.maximum(1440)),
  /** Shorter files, such as sound effects, become no tracks; holds for what is read from now on. 0: none is too short. */
  shortestTrackSeconds: z.int().check(z.minimum(0), z.maximum(60)),
  /** Hosts in a private network that streams may come from and outputs go to; a super_admin alone changes them. */
  allowedStreamHosts: z.array(streamHostSchema).check(z.maxLength(MAX_PRIVATE_HOSTS)),
  requestRules: requestRulesSchema,
  separation: separationSchema,
  retention: retentionSchema,
});
export type StationSettings = z.infer<typeof stationSettingsSchema>;

export const brandingSchema = z.object({
  siteName: nameSchema,
  tagline: taglineSchema,
  controlPanelTitle: nameSchema,
  irc: z.object({
    botName: nickSchema,
    /** Shown only; IRC_SERVER decides where the bot connects. */
    server: lineSchema({ shortest: 0, longest: 255 }),
  }),
  metadata: z.object({
    genre: lineSchema({ shortest: 0, longest: 80 }),
    website: webAddressSchema,
    email: emailOrNoneSchema,
  }),
  colors: z.object({ primary: hslSchema, secondary: hslSchema, accent: hslSchema }),
  /** Shown beside the panel's title. */
  headerTags: z.array(lineSchema({ shortest: 1, longest: 30 })).check(z.maxLength(4)),
});
export type Branding = z.infer<typeof brandingSchema>;

export const defaultBranding: Branding = {
  siteName: "Neon Relay",
  tagline: "Synthwave & Cyberpunk Vibes",
  controlPanelTitle: "Radio Control Panel",
  irc: { botName: "StreamBot", server: "" },
  metadata: { genre: "Synthwave", website: "", email: "" },
  colors: {
    primary: "hsl(180, 100%, 50%)",
    secondary: "hsl(300, 100%, 50%)",
    accent: "hsl(120, 100%, 50%)",
  },
  headerTags: ["OpenBSD 7.6", "Icecast Server"],
};

/** A change of settings; what is left out stays. */
export const stationSettingsChangeSchema = z
  .extend(z.partial(stationSettingsSchema), {
    requestRules: z.optional(z.partial(requestRulesSchema)),
    separation: z.optional(z.partial(separationSchema)),
    retention: z.optional(z.partial(retentionSchema)),
    /** Sets all request rules at once; `requestRules` beside it goes first. */
    requestPreset: z.optional(z.enum(requestPresetNames)),
  })
  .check(
    z.refine(
      (change) => Object.values(change).some((value) => value !== undefined),
      "give at least one setting",
    ),
  );
export type StationSettingsChange = z.infer<typeof stationSettingsChangeSchema>;

export const settingsExample: StationSettings = {
  stationName: "Neon Relay",
  tagline: "Synthwave & Cyberpunk Vibes",
  autoPlay: true,
  ircChannel: "#neonrelay",
  volume: 75,
  bitrate: 192,
  maxListeners: 1000,
  loudnessTargetLufs: -16,
  streamLimitMinutes: 60,
  shortestTrackSeconds: 1,
  allowedStreamHosts: [],
  commentsEnabled: true,
  registrationEnabled: false,
  maintenanceMode: false,
  guestQueueActions: "full",
  requestRules: requestPresets.generous,
  separation: defaultSeparation,
  retention: { chatDays: 90, commentDays: 0, historyDays: 365, securityEventDays: 90 },
};

export const settingsApi = defineApi({
  getBranding: {
    method: "GET",
    path: "/api/branding",
    access: "public",
    isForAnyone: true,
    summary: "Names, colours and addresses the station shows",
    example: { response: defaultBranding },
    response: brandingSchema,
  },
  putBranding: {
    method: "PUT",
    path: "/api/branding",
    access: "system_config",
    summary: "Change what the station shows of itself; every browser is told",
    example: { body: defaultBranding, response: defaultBranding },
    body: z.extend(brandingSchema, {
      /** They stay when left out. */
      headerTags: z.optional(brandingSchema.shape.headerTags),
    }),
    response: brandingSchema,
  },
  getStationSettings: {
    method: "GET",
    path: "/api/station-settings",
    access: "system_config",
    summary: "The station's settings",
    example: { response: settingsExample },
    response: stationSettingsSchema,
  },
  putStationSettings: {
    method: "PUT",
    path: "/api/station-settings",
    access: "system_config",
    summary: "Change some settings; what is left out stays, and all take effect at once",
    example: {
      body: { bitrate: 256, requestPreset: "busy station" },
      response: {
        ...settingsExample,
        bitrate: 256,
        requestRules: requestPresets["busy station"],
      },
    },
    body: stationSettingsChangeSchema,
    response: stationSettingsSchema,
  },
});
