import * as z from "zod/mini";
import { defineApi } from "./endpoint.ts";
import {
  requestPresetNames,
  requestPresets,
  requestRulesSchema,
  requestTurnsSchema,
} from "./requests.ts";
import {
  initialSettings,
  retentionSchema,
  separationSchema,
  settingsCalls,
  type StationSettings,
  stationSettingsSchema,
} from "./settings.ts";
import { brandingSchema, defaultBranding } from "./branding.ts";

/** A time zone known to this machine. Checking loads all zones, so responses don't use this schema. */
export const settableTimeZoneSchema = stationSettingsSchema.shape.timeZone.check(
  z.refine(isTimeZone, "enter a time zone such as Europe/Berlin"),
);

/** A change of settings; omitted ones stay. */
const stationSettingsChangeSchema = z
  .extend(z.partial(stationSettingsSchema), {
    timeZone: z.optional(settableTimeZoneSchema),
    requestRules: z.optional(z.partial(requestRulesSchema)),
    requestTurns: z.optional(z.partial(requestTurnsSchema)),
    separation: z.optional(z.partial(separationSchema)),
    retention: z.optional(z.partial(retentionSchema)),
    /** Sets all request rules at once; `requestRules` in the same call override it. */
    requestPreset: z.optional(z.enum(requestPresetNames)),
  })
  .check(
    z.refine(
      (change) => Object.values(change).some((value) => value !== undefined),
      "send at least one setting",
    ),
  );

export type StationSettingsChange = z.infer<typeof stationSettingsChangeSchema>;

export const settingsExample: StationSettings = {
  ...initialSettings,
  timeZone: "Europe/Berlin",
  volume: 75,
  oldAddresses: [{ path: "/listen/station/radio.mp3", codec: "mp3" }],
  relays: [{ url: "https://relay.example/stream.mp3", weight: 10 }],
};

export const settingsApi = defineApi(settingsCalls, {
  getBranding: {
    access: "public",
    isForAnyone: true,
    summary: "Names, colours and addresses the station shows",
    example: { response: defaultBranding },
  },
  putBranding: {
    access: "system_config",
    summary: "Change the branding; every open page updates",
    example: { body: defaultBranding, response: defaultBranding },
    body: z.extend(brandingSchema, {
      /** Omitted fields stay. */
      headerTags: z.optional(brandingSchema.shape.headerTags),
    }),
  },
  getStationSettings: {
    access: "system_config",
    summary: "The station's settings",
    example: { response: settingsExample },
  },
  putStationSettings: {
    access: "system_config",
    summary: "Change some settings; omitted ones stay, and all take effect at once",
    example: {
      body: { bitrate: 256, requestPreset: "busy station" },
      response: {
        ...settingsExample,
        bitrate: 256,
        requestRules: requestPresets["busy station"],
      },
    },
    body: stationSettingsChangeSchema,
  },
});

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
