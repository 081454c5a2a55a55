import * as z from "zod/mini";
import { defineApi } from "./endpoint.ts";
import { requestPresetNames, requestRulesSchema } from "./requests.ts";

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

const nameSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(80));
const taglineSchema = z.string().check(z.trim(), z.maxLength(160));
/** RFC 2812: begins with # & + or !, at most 50 characters, no space, comma, colon or control character. */
const channelSchema = z
  .string()
  .check(
    z.trim(),
    z.maxLength(50),
    z.regex(/^[#&+!][^\p{Cc}\s,:]+$/u, "give a channel such as #radio"),
  );

export const stationSettingsSchema = z.extend(stationPolicySchema, {
  stationName: nameSchema,
  tagline: taglineSchema,
  autoPlay: z.boolean(),
  ircChannel: channelSchema,
  volume: z.int().check(z.minimum(0), z.maximum(100)),
  /** kbit/s of the MP3 mount. */
  bitrate: z.int(),
  maxListeners: z.int().check(z.minimum(10), z.maximum(5000)),
  requestRules: requestRulesSchema,
  retention: retentionSchema,
});
export type StationSettings = z.infer<typeof stationSettingsSchema>;

/** 'hsl(h, s%, l%)' with h from 0 to 360 and s and l from 0 to 100. */
export const hslSchema = z
  .string()
  .check(
    z.trim(),
    z.regex(
      /^hsl\(\s*(?:360|3[0-5]\d|[12]?\d?\d)\s*,\s*(?:100|\d?\d)%\s*,\s*(?:100|\d?\d)%\s*\)$/,
      "give a colour as hsl(180, 100%, 50%)",
    ),
  );

export const brandingSchema = z.object({
  siteName: nameSchema,
  tagline: taglineSchema,
  controlPanelTitle: nameSchema,
  irc: z.object({
    /** An IRC nick. */
    botName: z
      .string()
      .check(
        z.trim(),
        z.maxLength(30),
        z.regex(/^[A-Za-z[\]\\`_^{|}][\w\-[\]\\`^{|}]*$/, "give a nick such as StreamBot"),
      ),
    /** Shown only; IRC_SERVER decides where the bot connects. */
    server: z.string().check(z.trim(), z.maxLength(255)),
  }),
  metadata: z.object({
    genre: z.string().check(z.trim(), z.maxLength(80)),
    /** http or https, or empty. */
    website: z
      .string()
      .check(
        z.trim(),
        z.maxLength(500),
        z.regex(/^(?:https?:\/\/[^\s<>"]+)?$/i, "give an address that begins with https://"),
      ),
    email: z
      .string()
      .check(
        z.trim(),
        z.maxLength(200),
        z.regex(/^(?:[^\s@<>"]+@[^\s@<>"]+)?$/, "give an e-mail address"),
      ),
  }),
  colors: z.object({ primary: hslSchema, secondary: hslSchema, accent: hslSchema }),
  /** Shown beside the panel's title. */
  headerTags: z._default(
    z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(30))).check(z.maxLength(4)),
    ["OpenBSD 7.6", "Icecast Server"],
  ),
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

export const settingsApi = defineApi({
  getBranding: {
    method: "GET",
    path: "/api/branding",
    access: "public",
    isForAnyone: true,
    summary: "Names, colours and addresses the station shows",
    response: brandingSchema,
  },
  putBranding: {
    method: "PUT",
    path: "/api/branding",
    access: "system_config",
    summary: "Change what the station shows of itself; every browser is told",
    body: brandingSchema,
    response: brandingSchema,
  },
  getStationSettings: {
    method: "GET",
    path: "/api/station-settings",
    access: "system_config",
    summary: "The station's settings",
    response: stationSettingsSchema,
  },
  putStationSettings: {
    method: "PUT",
    path: "/api/station-settings",
    access: "system_config",
    errors: ["conflict"],
    summary: "Change some settings; what is left out stays, and all take effect at once",
    body: z.extend(z.partial(stationSettingsSchema), {
      requestRules: z.optional(z.partial(requestRulesSchema)),
      retention: z.optional(z.partial(retentionSchema)),
      /** Sets all request rules at once. */
      requestPreset: z.optional(z.enum(requestPresetNames)),
    }),
    response: stationSettingsSchema,
  },
});
