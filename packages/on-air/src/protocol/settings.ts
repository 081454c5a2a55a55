import * as z from "zod";

/** Of the branding, as CSS has it. */
const hslSchema = z.string().regex(/^hsl\([\d\s,%]{5,40}\)$/);

export const onAirSettingsSchema = z.object({
  isPlaying: z.boolean(),
  /** 0 is silence, 75 is 0 dB, 100 is +5 dB into the limiter. */
  volume: z.number().min(0).max(100),
  /** Whether the mounts are on air; the programme goes on inside either way. */
  isStreaming: z.boolean(),
  /** Whether the programme starts with the station; off: it is paused then. */
  autoPlay: z.boolean(),
  /** Of MP3, which is always on. See stream-formats.ts for what bitrates, rates and channels there are. */
  bitrateKbps: z.int(),
  /** Of all mounts but Opus, which is at 48 kHz. */
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
  /** What the status page is drawn with. */
  colors: z.object({ primary: hslSchema, secondary: hslSchema, accent: hslSchema }),
  /** An external stream ends after so long on air. */
  streamLimitMinutes: z.number().positive(),
  /** Hosts of streams that may be in a private network; see checkStreamAddress. */
  allowedStreamHosts: z.array(z.string()),
  /** At most this many requests begin within any 60 minutes; null: no limit. */
  requestsPerHour: z.int().min(0).nullable().default(null),
  /** Paths of another station's mounts that players kept. A mount that is off answers with MP3. */
  oldAddresses: z
    .array(z.object({ path: z.string().max(300), codec: z.enum(["mp3", "opus", "aac"]) }))
    .max(100)
    .default([]),
  /** Capture device that is heard over automation while it exists and sounds; null: none. */
  captureDeviceId: z.string().nullable(),
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
};
