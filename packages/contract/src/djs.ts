import * as z from "zod/mini";
import { defineCalls } from "./call.ts";

/** How a DJ's program is set up; with the key it is all that it asks for. */
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
   * `on-air`: heard; `starting`: about to be; `waiting`: another is on air; `silent`: nothing was heard for 20 s, and
   * automation plays until there is sound again; `finishing`: has hung up, and what was sent is heard to its end.
   */
  state: z.enum(["on-air", "starting", "waiting", "silent", "finishing"]),
  connectedAt: z.iso.datetime(),
  /** null for those who may not see addresses: they need the right `system_config`, as for security events. */
  address: z.nullable(z.string()),
  userAgent: z.string(),
  contentType: z.string(),
  /** As the DJ's program last told it; null: never. */
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
