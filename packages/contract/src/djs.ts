import * as z from "zod/mini";
import { defineCalls } from "./call.ts";

/** The settings for a DJ program; with the stream key they are complete. */
const sourceAccessSchema = z.object({
  /** null while the account has none. */
  keyCreatedAt: z.nullable(z.iso.datetime()),
  username: z.string(),
  host: z.string(),
  port: z.int(),
  /** The program has to use TLS. */
  isSecure: z.boolean(),
  mount: z.literal("/live"),
  /** The setting that host and port come from; empty: it is not set. */
  djAddress: z.string(),
  /** Why DJs on other machines can't connect there, and what to do; null: they can, as far as the station knows. */
  warning: z.nullable(z.string()),
});

export type SourceAccess = z.infer<typeof sourceAccessSchema>;

export const djSessionSchema = z.object({
  id: z.uuid(),
  djName: z.string(),
  /**
   * `on-air`: audible; `starting`: about to be; `waiting`: another DJ is on air, or their show has not begun; `silent`: no sound for 20 s, so
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

/** What is on air around a show. */
const besideSchema = z.object({
  /** The show or clock of the schedule; null: nothing is scheduled. */
  name: z.nullable(z.string()),
  /** What is planned there; null: nothing yet. */
  track: z.nullable(z.object({ title: z.string(), artist: z.string() })),
});

/** A time for which a host is scheduled. */
export const hostSlotSchema = z.object({
  show: z.object({ id: z.uuid(), name: z.string(), slug: z.string() }),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  /** From here on its hosts can connect. */
  opensAt: z.iso.datetime(),
  /** A host who has not come until here counts as absent. */
  graceEndsAt: z.iso.datetime(),
  /** Here a host is taken off the air. */
  overrunEndsAt: z.iso.datetime(),
  /** `before`: its doors are closed; `open`: hosts can connect, and wait; `on`: its time; `overrun`: its time is over. */
  phase: z.enum(["before", "open", "on", "overrun"]),
  before: besideSchema,
  after: besideSchema,
});
export type HostSlot = z.infer<typeof hostSlotSchema>;

/** What a host needs to know on the day. */
export const hostDeskSchema = z.object({
  /** The station's clock, to count down by. */
  now: z.iso.datetime(),
  timeZone: z.string(),
  /** The one that is on, or the next within a week; null: there is none. */
  slot: z.nullable(hostSlotSchema),
  hasKey: z.boolean(),
  /** Why the key would be refused now; null: it works. */
  refusal: z.nullable(z.string()),
  /** Their own connection; null: they are not connected. */
  connection: z.nullable(djSessionSchema.shape.state),
  /** The DJ on air; null: none is. */
  onAir: z.nullable(z.string()),
});
export type HostDesk = z.infer<typeof hostDeskSchema>;

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
  getHostDesk: {
    method: "GET",
    path: "/api/live/slot",
    response: hostDeskSchema,
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
