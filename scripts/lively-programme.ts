import { randomUUID } from "node:crypto";
import { until, type Visitor } from "@neonrelay/test-station";
import * as z from "zod";

const madeSchema = z.object({ id: z.string() });
const namedSchema = z.array(z.object({ id: z.string(), name: z.string() }));

const rest = { kind: "rest" } as const;
const one = { kind: "tracks", tracks: 1 } as const;
const follow = { kind: "follow" } as const;

/** A clock, three shows and their week, using the playlists that come with the demo tracks. */
export async function planLivelyWeek(operator: Visitor): Promise<void> {
  const music = await until("the demo playlists are there", async () =>
    (await named(operator, "/api/playlists")).find(({ name }) => name === "Music"),
  );
  const hosts = await named(operator, "/api/programme/hosts");
  const luna = hosts.filter(({ name }) => name === "luna").map(({ id }) => id);
  const make = async (path: string, body: object): Promise<string> =>
    madeSchema.parse((await operator.call("POST", path, body)).body).id;
  const clockId = await make("/api/clocks", {
    name: "Music hour",
    color: "cyan",
    isFilled: true,
    slots: hour(music.id),
  });
  const show = { hostIds: [], requests: { kind: "open" } };
  const daylight = await make("/api/programme/shows", {
    ...show,
    name: "Daylight",
    text: "Bright synths from breakfast to dusk.",
    color: "amber",
    content: { kind: "clock", clockId },
  });
  const night = await make("/api/programme/shows", {
    ...show,
    name: "Night Drive",
    text: "Empty roads and long pads. Ask for a track in the chat.",
    color: "violet",
    content: { kind: "playlist", playlistId: music.id },
  });
  const live = await make("/api/programme/shows", {
    ...show,
    name: "Live from the Grid",
    text: "luna plays what arrived this week.",
    color: "magenta",
    hostIds: luna,
    content: { kind: "live", fallbackPlaylistId: music.id },
    requests: { kind: "closed" },
  });
  const week = [
    { showId: daylight, from: "06:00", hours: 12, repeat: "FREQ=DAILY", priority: 0 },
    { showId: night, from: "18:00", hours: 12, repeat: "FREQ=DAILY", priority: 0 },
    { showId: live, from: "20:00", hours: 2, repeat: "FREQ=WEEKLY;BYDAY=WE,SA", priority: 5 },
  ];
  for (const { showId, from, hours, repeat, priority } of week)
    await make("/api/schedule/entries", {
      what: { kind: "show", showId },
      startsAt: `2026-01-01T${from}`,
      durationMinutes: hours * 60,
      repeat,
      except: [],
      priority,
    });
}

/** A jingle on the hour, music, then requests from half past. */
function hour(playlistId: string) {
  return [
    {
      content: { kind: "content", contentKind: "jingle" },
      start: { kind: "soft", second: 0 },
      length: one,
    },
    { content: { kind: "playlist", playlistId }, start: follow, length: rest },
    {
      content: { kind: "requests", playlistId },
      start: { kind: "soft", second: 1800 },
      length: rest,
    },
  ].map((slot) => ({ id: randomUUID(), ...slot }));
}

async function named(operator: Visitor, path: string): Promise<z.infer<typeof namedSchema>> {
  return namedSchema.parse((await operator.call("GET", path)).body);
}
