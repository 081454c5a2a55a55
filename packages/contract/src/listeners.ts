import * as z from "zod/mini";
import { defineCalls } from "./call.ts";
import { localDateSchema } from "./on-now.ts";

/** The longest span of figures by place, in days. */
export const MAX_PLACE_DAYS = 3660;
/** The longest span of figures by track or show, in days. */
export const MAX_LISTENED_DAYS = 366;

export const listenerDevices = ["phone", "tablet", "computer", "tv", "speaker", "other"] as const;
/** The station's own port, its web port, or an edge. */
export const listenerDoors = ["stream", "web", "edge"] as const;
export const historySteps = ["hour", "day", "week", "month"] as const;

/** Someone who listens now. */
export const currentListenerSchema = z.object({
  /** Of the session. */
  id: z.uuid(),
  since: z.iso.datetime(),
  /** Listened since then. */
  seconds: z.number(),
  mount: z.string(),
  via: z.enum(listenerDoors),
  /** Name of the edge; null: listens at the station itself. */
  edge: z.nullable(z.string()),
  player: z.string(),
  device: z.enum(listenerDevices),
  /** ISO 3166; null: unknown. */
  country: z.nullable(z.string()),
  subdivision: z.nullable(z.string()),
});
export type CurrentListener = z.infer<typeof currentListenerSchema>;

/** How many were there in a time; without rows of it everything is 0 or null. */
const figures = {
  /** Listening time of all listeners together. */
  seconds: z.number(),
  /** Of the part that has passed. */
  averageListeners: z.number(),
  /** null: nobody was reported. */
  peakListeners: z.nullable(z.int()),
  /** Sessions that began. */
  sessions: z.int(),
  /** Of these, sessions of which only mount and country are known: on-air had no room to keep more. */
  lostSessions: z.int(),
  /**
   * Different listeners of a station day. They are counted by day only, so a longer time has the average and the highest
   * of its days; null: an hour, or no day of it was counted.
   */
  uniques: z.nullable(z.object({ average: z.number(), highest: z.int() })),
};

export const listeningHistorySchema = z.object({
  timeZone: z.string(),
  step: z.enum(historySteps),
  steps: z.array(
    z.object({
      from: z.iso.datetime(),
      to: z.iso.datetime(),
      /** First day, on the station's calendar. */
      date: localDateSchema,
      ...figures,
    }),
  ),
  total: z.object(figures),
});
export type ListeningHistory = z.infer<typeof listeningHistorySchema>;

/** What listeners did. A play counts from its start to the start of the next one. */
const audience = {
  plays: z.int(),
  /** Listening time of all listeners together. */
  seconds: z.number(),
  /** Listeners at the start, of all plays together. */
  atStart: z.int(),
  /** Sessions that began, and that ended. */
  joined: z.int(),
  left: z.int(),
  /** Of these, within 30 s of hearing the play. */
  leftEarly: z.int(),
};

export const listenedTrackSchema = z.object({
  /** null: a title of a DJ or of an external stream, or since removed. */
  trackId: z.nullable(z.uuid()),
  title: z.string(),
  artist: z.string(),
  ...audience,
  likes: z.int(),
  /** Plays that someone had asked for. */
  requests: z.int(),
});
export type ListenedTrack = z.infer<typeof listenedTrackSchema>;

export const listenedTrackSorts = [
  "seconds",
  "plays",
  "joined",
  "left",
  "leftEarly",
  "likes",
  "requests",
] as const;

export const listenedShowSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** How often it was on. */
  broadcasts: z.int(),
  averageListeners: z.number(),
  ...audience,
});
export type ListenedShow = z.infer<typeof listenedShowSchema>;

const placesSchema = z.array(
  z.object({
    /** null: unknown, or does not apply; `other`: what exceeds the number of values that are kept. */
    value: z.nullable(z.string()),
    seconds: z.number(),
    /** Sessions that began. */
    sessions: z.int(),
  }),
);

/** Each with the longest listened first. */
export const listenerPlacesSchema = z.object({
  countries: placesSchema,
  players: placesSchema,
  devices: placesSchema,
  mounts: placesSchema,
  /** null: the station itself. */
  edges: placesSchema,
  via: placesSchema,
});
export type ListenerPlaces = z.infer<typeof listenerPlacesSchema>;

/** Who listens, and who listened when and to what. */
export const listenersCalls = defineCalls({
  listCurrentListeners: {
    method: "GET",
    path: "/api/listeners/now",
    response: z.array(currentListenerSchema),
  },
  disconnectListener: {
    method: "DELETE",
    path: "/api/listeners/now/:id",
    response: z.object({ disconnected: z.literal(true) }),
  },
  getListeningHistory: {
    method: "GET",
    path: "/api/listeners/history",
    response: listeningHistorySchema,
  },
  listListenedTracks: {
    method: "GET",
    path: "/api/listeners/tracks",
    response: z.array(listenedTrackSchema),
  },
  listListenedShows: {
    method: "GET",
    path: "/api/listeners/shows",
    response: z.array(listenedShowSchema),
  },
  getListenerPlaces: {
    method: "GET",
    path: "/api/listeners/places",
    response: listenerPlacesSchema,
  },
});
