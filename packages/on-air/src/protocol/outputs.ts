import * as z from "zod";
import { codecs } from "../formats/stream-formats.ts";

/** An Icecast server, and the mount that is ours there. The password goes to that server and nowhere else. */
const icecastServerSchema = z.object({
  host: z.string().min(1),
  port: z.int().min(1).max(65_535),
  isTls: z.boolean(),
  /** Begins with a slash. */
  mount: z.string().startsWith("/"),
  username: z.string(),
  password: z.string(),
});
export type IcecastServer = z.infer<typeof icecastServerSchema>;

/** A server the programme is sent to. */
export const icecastOutputSchema = z.object({
  outputId: z.uuid(),
  /** Of the mount that is sent; what an older release has kept says nothing of it. */
  codec: z.enum(codecs).default("mp3"),
  server: icecastServerSchema,
  /** Whether the server may list it in directories. */
  isPublic: z.boolean(),
});
export type IcecastOutput = z.infer<typeof icecastOutputSchema>;
export const MAX_ICECAST_OUTPUTS = 20;

export const outputStateSchema = z.object({
  outputId: z.uuid(),
  /** `waiting`: it failed and is tried again; `refused`: it is not tried again before something is changed. */
  state: z.enum(["connecting", "on-air", "waiting", "refused"]),
  /** Wall clock. */
  sinceMs: z.number(),
  /** What was wrong last, as a sentence; null when nothing was. */
  detail: z.string().nullable(),
  /** When it is tried again, wall clock. */
  retryAtMs: z.number().nullable(),
});
export type OutputState = z.infer<typeof outputStateSchema>;
