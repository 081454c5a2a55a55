import * as z from "zod/mini";
import { defineApi } from "./endpoint.ts";

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

const accessExample: SourceAccess = {
  keyCreatedAt: "2026-01-31T20:15:00.000Z",
  username: "ada",
  host: "radio.example",
  port: 8000,
  mount: "/live",
};
const sessionExample: DjSession = {
  id: "0b7a9c50-7f0e-4a35-9d5b-3f4f1f0a6c11",
  djName: "Ada",
  state: "on-air",
  connectedAt: "2026-01-31T20:15:00.000Z",
  address: "192.0.2.7",
  userAgent: "butt 1.40.0",
  contentType: "audio/mpeg",
  title: "The Relays - Midnight Uplink",
};

export const djsApi = defineApi({
  getStreamKey: {
    method: "GET",
    path: "/api/live/key",
    access: "live_broadcast",
    errors: ["not_allowed"],
    summary: "How your DJ program is set up, and whether you have a stream key",
    example: { response: accessExample },
    response: sourceAccessSchema,
  },
  makeStreamKey: {
    method: "POST",
    path: "/api/live/key",
    access: "live_broadcast",
    errors: ["not_allowed"],
    summary: "Make yourself a stream key; it is shown this once, and an earlier one ends",
    example: { response: { ...accessExample, key: "4f1c5b0e9d3a47c2b8e6f0a1d2c3b4a5" } },
    response: z.extend(sourceAccessSchema, { key: z.string() }),
  },
  revokeStreamKey: {
    method: "DELETE",
    path: "/api/live/key",
    access: "live_broadcast",
    errors: ["not_allowed"],
    summary: "End your stream key; a broadcast with it is cut off",
    example: { response: { revoked: true } },
    response: z.object({ revoked: z.literal(true) }),
  },
  revokeUserStreamKey: {
    method: "DELETE",
    path: "/api/users/:id/stream-key",
    access: "user_management",
    errors: ["not_found", "not_allowed"],
    summary: "End the stream key of an account; a broadcast with it is cut off",
    example: { response: { revoked: true } },
    params: z.object({ id: z.uuid().check(z.describe("Of the account")) }),
    response: z.object({ revoked: z.literal(true) }),
  },
  listLiveSessions: {
    method: "GET",
    path: "/api/live/sessions",
    access: "station_control",
    summary: "The DJs that are connected: on air and waiting, in the order they came",
    example: { response: [sessionExample] },
    response: z.array(djSessionSchema),
  },
  kickLiveSession: {
    method: "DELETE",
    path: "/api/live/sessions/:id",
    access: "station_control",
    errors: ["not_found", "unavailable", "conflict"],
    summary: "Disconnect a DJ; their account and address are refused for five minutes",
    example: { response: { kicked: true } },
    params: z.object({ id: z.uuid().check(z.describe("Of the session")) }),
    response: z.object({ kicked: z.literal(true) }),
  },
});
