import * as z from "zod/mini";
import { defineCalls } from "./call.ts";

/** Settings for a DJ program, complete except for the stream key. */
const sourceAccessSchema = z.object({
  /** null while the account has none. */
  keyCreatedAt: z.nullable(z.iso.datetime()),
  username: z.string(),
  host: z.string(),
  port: z.int(),
  /** The program must use TLS. */
  isSecure: z.boolean(),
  mount: z.literal("/live"),
  /** The setting that host and port come from; empty: unset. */
  djAddress: z.string(),
  /** Why DJs on other machines can't connect, and what to do; null: they can, as far as the station knows. */
  warning: z.nullable(z.string()),
});

export type SourceAccess = z.infer<typeof sourceAccessSchema>;

export const djSessionSchema = z.object({
  id: z.uuid(),
  djName: z.string(),
  /**
   * `on-air`: audible; `starting`: about to be; `waiting`: another DJ is on air, or their show has not begun; `silent`:
   * no sound for 20 s, so automation plays until it returns; `finishing`: disconnected, and the remaining audio still
   * plays.
   */
  state: z.enum(["on-air", "starting", "waiting", "silent", "finishing"]),
  connectedAt: z.iso.datetime(),
  /** null without the right `system_config`, which addresses require here as in security events. */
  address: z.nullable(z.string()),
  userAgent: z.string(),
  contentType: z.string(),
  /** The last title from the DJ program; null: none. */
  title: z.nullable(z.string()),
});

export type DjSession = z.infer<typeof djSessionSchema>;

/** What is on air before or after a show. */
const besideSchema = z.object({
  /** The show or clock of the schedule; null: nothing is scheduled. */
  name: z.nullable(z.string()),
  /** The planned track; null: none yet. */
  track: z.nullable(z.object({ title: z.string(), artist: z.string() })),
});

/** A scheduled time with a host. */
export const hostSlotSchema = z.object({
  show: z.object({ id: z.uuid(), name: z.string(), slug: z.string() }),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  /** Hosts can connect from here on. */
  opensAt: z.iso.datetime(),
  /** A host who has not connected by then counts as absent. */
  graceEndsAt: z.iso.datetime(),
  /** A host still on air is cut off then. */
  overrunEndsAt: z.iso.datetime(),
  /** `before`: hosts can't connect yet; `open`: they can connect and wait; `on`: on time; `overrun`: past the end. */
  phase: z.enum(["before", "open", "on", "overrun"]),
  before: besideSchema,
  after: besideSchema,
});
export type HostSlot = z.infer<typeof hostSlotSchema>;

/** What a host needs during a show. */
export const hostDeskSchema = z.object({
  /** Server time, for countdowns. */
  now: z.iso.datetime(),
  timeZone: z.string(),
  /** The current slot, or the next within a week; null: none. */
  slot: z.nullable(hostSlotSchema),
  hasKey: z.boolean(),
  /** Why the key would be refused now; null: it would work. */
  refusal: z.nullable(z.string()),
  /** The host's own connection; null: not connected. */
  connection: z.nullable(djSessionSchema.shape.state),
  /** The DJ on air; null: none. */
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
