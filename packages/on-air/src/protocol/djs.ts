import * as z from "zod";

/** The DJs and their stream keys. */
export const djKeySchema = z.object({
  userId: z.uuid(),
  username: z.string(),
  /** The name that listeners see. */
  djName: z.string(),
  /** SHA-256 of the key, in hexadecimal; a key is 128 random bits. */
  keyHash: z.string(),
});
export type DjKey = z.infer<typeof djKeySchema>;
export const MAX_DJ_KEYS = 1000;

/**
 * A DJ's connection. `on-air`: heard; `starting`: its sound is being gathered, or its first sound waited for;
 * `waiting`: another is on air; `silent`: nothing was heard for 20 s, and automation plays until there is sound;
 * `finishing`: has hung up, and what was sent is heard to its end.
 */
export const liveSessionSchema = z.object({
  sessionId: z.uuid(),
  userId: z.uuid(),
  djName: z.string(),
  state: z.enum(["on-air", "starting", "waiting", "silent", "finishing"]),
  /** Wall clock. */
  connectedAtMs: z.number(),
  /** Wall clock of its first sound on air; null: it was not heard yet. */
  begunAtMs: z.number().nullable(),
  address: z.string(),
  userAgent: z.string(),
  contentType: z.string(),
  /** As last sent by the DJ's program; null: never. */
  title: z.string().nullable(),
});
export type LiveSessionStatus = z.infer<typeof liveSessionSchema>;

/** A device of the host that sound can be taken from. */
export const captureDeviceSchema = z.object({ id: z.string(), name: z.string() });
export type CaptureDevice = z.infer<typeof captureDeviceSchema>;
/** The capture device among the DJs: no account has this id. */
export const CAPTURE_USER_ID = "00000000-0000-0000-0000-000000000000";
