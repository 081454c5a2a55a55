import * as z from "zod";
import path from "node:path";

/** The DJs and their stream keys. */
export const djKeySchema = z.object({
  userId: z.uuid(),
  username: z.string(),
  /** The name shown to listeners. */
  djName: z.string(),
  /** SHA-256 of the key, in hexadecimal; a key is 128 random bits. */
  keyHash: z.string(),
});
export type DjKey = z.infer<typeof djKeySchema>;
export const MAX_DJ_KEYS = 1000;

/**
 * A DJ's connection. `on-air`: audible; `starting`: buffering, or about to be heard; `waiting`: another DJ is on air;
 * `silent`: silent for 20 s, and automation plays until there is sound; `finishing`: disconnected, and what was sent
 * plays out.
 */
export const liveSessionSchema = z.object({
  sessionId: z.uuid(),
  userId: z.uuid(),
  djName: z.string(),
  state: z.enum(["on-air", "starting", "waiting", "silent", "finishing"]),
  /** Wall clock. */
  connectedAtMs: z.number(),
  /** Wall clock of its first sound on air; null: not yet heard. */
  begunAtMs: z.number().nullable(),
  address: z.string(),
  userAgent: z.string(),
  contentType: z.string(),
  /** As last sent by the DJ's program; null if never. */
  title: z.string().nullable(),
});
export type LiveSessionStatus = z.infer<typeof liveSessionSchema>;

/** One of the host's recording devices. */
export const captureDeviceSchema = z.object({ id: z.string(), name: z.string() });
export type CaptureDevice = z.infer<typeof captureDeviceSchema>;
/** The capture device as a DJ: no account has this id. */
export const CAPTURE_USER_ID = "00000000-0000-0000-0000-000000000000";

/**
 * The first line on the socket for DJs from the web port, as JSON. It is followed by the head of their request and
 * their sound; on-air's answer comes back, all as on the stream port.
 */
export const handedSourceSchema = z.object({
  /** The client's address, behind any trusted proxy. */
  address: z.string().max(64),
});

/** Maximum length of that line, in bytes. */
export const MAX_HANDED_LINE_BYTES = 256;

/** @param linkSocket path of on-air's socket for servers */
export function sourceSocketBeside(linkSocket: string): string {
  return path.join(path.dirname(linkSocket), "sources.sock");
}
