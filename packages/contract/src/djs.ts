import * as z from "zod/mini";
import { defineCalls } from "./call.ts";

/** The settings for a DJ program; with the stream key they are complete. */
const sourceAccessSchema = z.object({
  /** null while the account has none. */
  keyCreatedAt: z.nullable(z.iso.datetime()),
  username: z.string(),
  host: z.string(),
  port: z.int(),
  mount: z.literal("/live"),
});

export type SourceAccess = z.infer<typeof sourceAccessSchema>;

export const djSessionSchema = z.object({
  id: z.uuid(),
  djName: z.string(),
  /**
   * `on-air`: audible; `starting`: about to be; `waiting`: another DJ is on air; `silent`: no sound for 20 s, so
   * automation plays until the sound returns; `finishing`: disconnected, and the rest of the audio still plays.
   */
  state: z.enum(["on-air", "starting", "waiting", "silent", "finishing"]),
  connectedAt: z.iso.datetime(),
  /** null without the right `system_config`, which addresses need here as in security events. */
  address: z.nullable(z.string()),
  userAgent: z.string(),
  contentType: z.string(),
  /** The last title from the DJ program; null: none. */
  title: z.nullable(z.string()),
});

export type DjSession = z.infer<typeof djSessionSchema>;

export const djsCalls = defineCalls({
  getStreamKey: {
    method: "GET",
    path: "/api/live/key",
    response: sourceAccessSchema,
  },
  makeStreamKey: {
    method: "POST",
    path: "/api/live/key",
    response: z.extend(sourceAccessSchema, { key: z.string() }),
  },
  revokeStreamKey: {
    method: "DELETE",
    path: "/api/live/key",
    response: z.object({ revoked: z.literal(true) }),
  },
  revokeUserStreamKey: {
    method: "DELETE",
    path: "/api/users/:id/stream-key",
    response: z.object({ revoked: z.literal(true) }),
  },
  listLiveSessions: {
    method: "GET",
    path: "/api/live/sessions",
    response: z.array(djSessionSchema),
  },
  kickLiveSession: {
    method: "DELETE",
    path: "/api/live/sessions/:id",
    response: z.object({ kicked: z.literal(true) }),
  },
});
