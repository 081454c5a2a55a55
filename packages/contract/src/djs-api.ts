import * as z from "zod/mini";
import { djsCalls } from "./djs.ts";
import type { DjSession, HostDesk, SourceAccess } from "./djs.ts";
import { defineApi } from "./endpoint.ts";

const accessExample: SourceAccess = {
  keyCreatedAt: "2026-01-31T20:15:00.000Z",
  username: "ada",
  host: "radio.example",
  port: 8000,
  isSecure: false,
  mount: "/live",
  djAddress: "",
  warning: null,
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

const hostDeskExample: HostDesk = {
  now: "2026-01-31T20:55:00.000Z",
  timeZone: "Europe/Berlin",
  slot: {
    show: {
      id: "3c8e4a17-9f2b-4d65-8e01-5a7b9c3d2f10",
      name: "Night Flight",
      slug: "night-flight",
    },
    startsAt: "2026-01-31T21:00:00.000Z",
    endsAt: "2026-01-31T23:00:00.000Z",
    opensAt: "2026-01-31T20:45:00.000Z",
    graceEndsAt: "2026-01-31T21:05:00.000Z",
    overrunEndsAt: "2026-01-31T23:05:00.000Z",
    phase: "open",
    before: { name: null, track: { title: "Midnight Uplink", artist: "The Relays" } },
    after: { name: "Late Clock", track: null },
  },
  hasKey: true,
  refusal: null,
  connection: "waiting",
  onAir: null,
};

export const djsApi = defineApi(djsCalls, {
  getStreamKey: {
    access: "live_broadcast",
    errors: ["not_allowed"],
    summary: "The settings for your DJ program, and whether you have a stream key",
    example: { response: accessExample },
  },
  makeStreamKey: {
    access: "live_broadcast",
    errors: ["not_allowed"],
    summary: "Create a stream key; it is shown only once and replaces an earlier one",
    example: { response: { ...accessExample, key: "4f1c5b0e9d3a47c2b8e6f0a1d2c3b4a5" } },
  },
  revokeStreamKey: {
    access: "live_broadcast",
    errors: ["not_allowed"],
    summary: "Revoke your stream key; cuts off a broadcast that uses it",
    example: { response: { revoked: true } },
  },
  revokeUserStreamKey: {
    access: "user_management",
    errors: ["not_found", "not_allowed"],
    summary: "Revoke the stream key of an account; cuts off a broadcast that uses it",
    example: { response: { revoked: true } },
    params: z.object({ id: z.uuid().check(z.describe("Id of the account")) }),
  },
  getHostDesk: {
    access: "live_broadcast",
    errors: ["not_allowed"],
    summary: "Your live show that is on or comes next, and whether your stream key works now",
    example: { response: hostDeskExample },
  },
  listLiveSessions: {
    access: "station_control",
    summary: "The connected DJs, on air or waiting, in order of arrival",
    example: { response: [sessionExample] },
  },
  kickLiveSession: {
    access: "station_control",
    errors: ["not_found", "unavailable", "conflict"],
    summary: "Disconnect a DJ; their account and address are refused for five minutes",
    example: { response: { kicked: true } },
    params: z.object({ id: z.uuid().check(z.describe("Id of the session")) }),
  },
});
