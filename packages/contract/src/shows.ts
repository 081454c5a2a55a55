import * as z from "zod/mini";
import { defineCalls } from "./call.ts";
import { programmeColorSchema } from "./programme-colors.ts";
import { lineSchema, linesSchema } from "./texts.ts";

/** Maximum shows per station, and hosts per show. */
export const MAX_SHOWS = 200;
export const MAX_SHOW_HOSTS = 10;

const minutesSchema = z.int().check(z.minimum(0), z.maximum(60));

/** Whose stream keys work during a live show. */
export const admissions = ["hosts", "everyone"] as const;

/** What a show plays. */
export const showContentSchema = z.discriminatedUnion("kind", [
  /** The station's playlists by turns. */
  z.object({ kind: z.literal("turns") }),
  z.object({ kind: z.literal("clock"), clockId: z.uuid() }),
  z.object({ kind: z.literal("playlist"), playlistId: z.uuid() }),
  /** Its hosts. */
  z.object({
    kind: z.literal("live"),
    /** What plays while no host is on air; null: the station's playlists. */
    fallbackPlaylistId: z.nullable(z.uuid()),
    /** How long before the start hosts can connect and wait. */
    opensMinutesBefore: z._default(minutesSchema, 15),
    /** How long after the start a host who has not connected counts as absent. */
    graceMinutes: z._default(minutesSchema, 5),
    /** How long past the end a host may stay on air, unless the next show's host is there. */
    overrunMinutes: z._default(minutesSchema, 5),
    /** Which DJs can connect from `opensMinutesBefore` to the end: its hosts, or any. Hosts go on air first. */
    admits: z._default(z.enum(admissions), "hosts"),
  }),
]);
export type ShowContent = z.infer<typeof showContentSchema>;
export type LiveContent = Extract<ShowContent, { readonly kind: "live" }>;

/** Which tracks listeners may request during a show: any, none, or those of a playlist. */
export const showRequestsSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("open") }),
  z.object({ kind: z.literal("closed") }),
  z.object({ kind: z.literal("playlist"), playlistId: z.uuid() }),
]);
export type ShowRequests = z.infer<typeof showRequestsSchema>;

export const showShape = {
  name: lineSchema({ shortest: 1, longest: 80 }),
  /** Description; may have several lines. */
  text: linesSchema({ longest: 4000 }),
  color: programmeColorSchema,
  /** The accounts of its hosts. */
  hostIds: z.array(z.uuid()).check(z.maxLength(MAX_SHOW_HOSTS, `at most ${MAX_SHOW_HOSTS} hosts`)),
  content: showContentSchema,
  requests: showRequestsSchema,
};

const { hostIds: _hostIds, content: _content, requests: _requests, ...publicShape } = showShape;

/** A show as listeners see it. */
export const publicShowSchema = z.object({
  id: z.uuid(),
  /** Its path below /shows/. */
  slug: z.string(),
  ...publicShape,
  hosts: z.array(z.string()),
  isLive: z.boolean(),
  /** Path of its picture on the web server; null: none. */
  pictureUrl: z.nullable(z.string()),
});
export type PublicShow = z.infer<typeof publicShowSchema>;

/** A show as operators see it. */
export const showSchema = z.object({
  id: z.uuid(),
  slug: z.string(),
  ...showShape,
  pictureUrl: z.nullable(z.string()),
  /** Incremented with each change; changes based on an older version are refused. */
  version: z.int(),
});
export type Show = z.infer<typeof showSchema>;

const datesSchema = z.array(z.object({ startsAt: z.iso.datetime(), endsAt: z.iso.datetime() }));

/** Size limit of a show's picture, in bytes. */
export const MAX_SHOW_PICTURE_BYTES = 1024 * 1024;

/** The shows of the station. */
export const showsCalls = defineCalls({
  listShows: {
    method: "GET",
    path: "/api/shows",
    response: z.array(publicShowSchema),
  },
  getShow: {
    method: "GET",
    path: "/api/shows/:slug",
    response: z.extend(publicShowSchema, {
      /** The next dates, soonest first. */
      dates: datesSchema,
    }),
  },
  listProgrammeShows: {
    method: "GET",
    path: "/api/programme/shows",
    response: z.array(showSchema),
  },
  listShowHosts: {
    method: "GET",
    path: "/api/programme/hosts",
    response: z.array(z.object({ id: z.uuid(), name: z.string() })),
  },
  createShow: {
    method: "POST",
    path: "/api/programme/shows",
    response: showSchema,
  },
  changeShow: {
    method: "PATCH",
    path: "/api/programme/shows/:id",
    response: showSchema,
  },
  removeShow: {
    method: "DELETE",
    path: "/api/programme/shows/:id",
    response: z.object({ isRemoved: z.literal(true) }),
  },
});

/** Pictures of shows. */
export const showPictureCalls = defineCalls({
  setShowPicture: {
    method: "PUT",
    path: "/api/shows/:id/picture",
    fileField: "picture",
    response: showSchema,
  },
  removeShowPicture: {
    method: "DELETE",
    path: "/api/shows/:id/picture",
    response: showSchema,
  },
});

export const showPictureImageCalls = defineCalls({
  getShowPicture: {
    method: "GET",
    path: "/api/shows/:id/picture",
    response: z.file(),
  },
});
