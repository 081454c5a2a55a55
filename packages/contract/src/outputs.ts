import * as z from "zod/mini";
import { defineCalls } from "./call.ts";
import { lineSchema } from "./texts.ts";

/** Maximum Icecast servers a station sends to. */
export const MAX_OUTPUTS = 20;

const hostSchema = z
  .string()
  .check(
    z.trim(),
    z.maxLength(255, "at most 255 characters"),
    z.regex(
      /^[A-Za-z0-9_](?:[\w.-]*[A-Za-z0-9_])?$|^[\da-f.]*:[\da-f:.]*$/i,
      "enter a host such as icecast.example.org",
    ),
  );

const mountSchema = lineSchema({ shortest: 1, longest: 200 }).check(
  z.regex(/^\/[^\s?#%]+$/u, "enter a mount such as /live.mp3"),
);

export const outputUsernameSchema = lineSchema({ shortest: 1, longest: 80 }).check(
  z.regex(/^[^:]+$/u, "must not contain a colon"),
);

const portSchema = z.int().check(z.minimum(1), z.maximum(65_535));

/** The mount relayed by an output. */
export const outputCodecs = ["mp3", "opus", "aac"] as const;

export const outputCodecSchema = z.enum(outputCodecs);

export const outputShape = {
  /** Codec of the mount sent: Opus in Ogg, AAC in ADTS. While that mount is off, nothing is sent. */
  codec: outputCodecSchema,
  host: hostSchema,
  port: portSchema,
  tls: z.boolean(),
  mount: mountSchema,
  /** `source` unless the server uses another name for this mount. */
  username: outputUsernameSchema,
  /** Whether the server may list the stream in public directories. */
  isPublic: z.boolean(),
  isEnabled: z.boolean(),
};

/** An Icecast server that the stream is relayed to. Its password is never returned. */
export const outputSchema = z.object({
  id: z.uuid(),
  ...outputShape,
  state: z.object({
    /** `off`: disabled, or the stream is stopped; `unknown`: the stream engine can't be reached. */
    status: z.enum(["off", "connecting", "on-air", "waiting", "refused", "unknown"]),
    since: z.nullable(z.iso.datetime()),
    /** The last problem, as a sentence. */
    detail: z.nullable(z.string()),
    /** Time of the next attempt. */
    retryAt: z.nullable(z.iso.datetime()),
  }),
});

export type Output = z.infer<typeof outputSchema>;

export const outputsCalls = defineCalls({
  listOutputs: {
    method: "GET",
    path: "/api/stream/outputs",
    response: z.array(outputSchema),
  },
  addOutput: {
    method: "POST",
    path: "/api/stream/outputs",
    response: outputSchema,
  },
  changeOutput: {
    method: "PUT",
    path: "/api/stream/outputs/:id",
    response: outputSchema,
  },
  removeOutput: {
    method: "DELETE",
    path: "/api/stream/outputs/:id",
    response: z.object({ removed: z.literal(true) }),
  },
  testOutput: {
    method: "POST",
    path: "/api/stream/outputs/test",
    response: z.object({ success: z.boolean(), message: z.string() }),
  },
});

/** A remote stream server that relays the station's mounts and reports to it. */
export const edgeSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Base URL for players, without a mount; null: players are not sent there. */
  publicUrl: z.nullable(z.string()),
  weight: z.int(),
  /** `loop`: it has lost the station and plays the emergency loop; `away`: it does not report. */
  state: z.enum(["carrying", "loop", "away"]),
  listeners: z.int(),
  /** Delay behind the station, in ms; null: unknown. */
  lagMs: z.nullable(z.number()),
  /** Reporting since, or last report. */
  since: z.iso.datetime(),
  /** Total listening time there, in hours. */
  listenerHours: z.number(),
});

export type Edge = z.infer<typeof edgeSchema>;

export const edgesCalls = defineCalls({
  listEdges: {
    method: "GET",
    path: "/api/stream/edges",
    response: z.array(edgeSchema),
  },
});
