import * as z from "zod";

/** A branding colour in CSS syntax. */
const hslSchema = z.string().regex(/^hsl\([\d\s,%]{5,40}\)$/);

export const onAirSettingsSchema = z.object({
  isPlaying: z.boolean(),
  /** 0 is silence, 75 is 0 dB, 100 is +5 dB into the limiter. */
  volume: z.number().min(0).max(100),
  /** Whether the mounts are on air; internally the programme goes on either way. */
  isStreaming: z.boolean(),
  /** Whether the programme starts with the station; if not, it starts paused. */
  autoPlay: z.boolean(),
  /** Of MP3, which is always on. See stream-formats.ts for the bitrates, rates and channels available. */
  bitrateKbps: z.int(),
  /** Of all mounts but Opus, which uses 48 kHz. */
  sampleRateHz: z.int(),
  /** Of all mounts. */
  channels: z.int(),
  isOpusOn: z.boolean(),
  opusBitrateKbps: z.int(),
  isAacOn: z.boolean(),
  /** Of the AAC mount and of HLS, which is cut from the same frames. */
  aacBitrateKbps: z.int(),
  isHlsOn: z.boolean(),
  maxListeners: z.int().min(1),
  stationName: z.string(),
  description: z.string(),
  genre: z.string(),
  websiteUrl: z.string(),
  /** Colours of the status page. */
  colors: z.object({ primary: hslSchema, secondary: hslSchema, accent: hslSchema }),
  /** Maximum time of an external stream on air. */
  streamLimitMinutes: z.number().positive(),
  /** Hosts of streams that are allowed to be in a private network; see checkStreamAddress. */
  allowedStreamHosts: z.array(z.string()),
  /** Maximum requests that start within any 60 minutes; null: no limit. */
  requestsPerHour: z.int().min(0).nullable().default(null),
  /** Paths of another station's mounts that players still use. For a mount that is off, MP3 is served. */
  oldAddresses: z
    .array(z.object({ path: z.string().max(300), codec: z.enum(["mp3", "opus", "aac"]) }))
    .max(100)
    .default([]),
  /** Capture device heard instead of automation while it exists and has sound; null: none. */
  captureDeviceId: z.string().nullable(),
  /** Of the station, such as `Europe/Berlin`: its days bound the uniques. */
  timeZone: z.string().max(60).default("UTC"),
});
export type OnAirSettings = z.infer<typeof onAirSettingsSchema>;

/** What applies before a server has ever connected. */
export const defaultSettings: OnAirSettings = {
  isPlaying: true,
  volume: 75,
  isStreaming: true,
  autoPlay: true,
  bitrateKbps: 192,
  sampleRateHz: 44_100,
  channels: 2,
  isOpusOn: false,
  opusBitrateKbps: 96,
  isAacOn: false,
  aacBitrateKbps: 128,
  isHlsOn: false,
  maxListeners: 1000,
  stationName: "Neon Relay",
  description: "",
  genre: "",
  websiteUrl: "",
  colors: {
    primary: "hsl(180, 100%, 50%)",
    secondary: "hsl(300, 100%, 50%)",
    accent: "hsl(120, 100%, 50%)",
  },
  streamLimitMinutes: 60,
  allowedStreamHosts: [],
  oldAddresses: [],
  captureDeviceId: null,
  requestsPerHour: null,
  timeZone: "UTC",
};
