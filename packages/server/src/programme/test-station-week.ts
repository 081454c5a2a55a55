import type { Clock, ClockSlot, ContentKind, Show } from "@neonrelay/contract";
import type { EntryTimes } from "../schedule/occurrence-rules.ts";
import { liveContent } from "../schedule/test-live-content.ts";
import { drawLot } from "./playlist-pool.ts";
import type { KnownTrack } from "./plan-input-store.ts";
import type { PlannedPlaylist } from "./planner.ts";

/** A made-up station: 5,000 tracks of 600 artists, 12 playlists, 6 clocks and 20 shows. */
export interface MadeUpStation {
  readonly tracks: readonly KnownTrack[];
  readonly playlists: readonly MadeUpPlaylist[];
  readonly clocks: readonly Pick<Clock, "id" | "name" | "isFilled" | "slots">[];
  readonly shows: readonly Pick<Show, "id" | "name" | "content" | "requests">[];
  readonly entries: readonly EntryTimes[];
}

type MadeUpPlaylist = Pick<PlannedPlaylist, "id" | "turn" | "isSeparated"> & {
  readonly order: "ordered" | "shuffled" | "least-recent";
  readonly tracks: readonly KnownTrack[];
};

const ARTISTS = 600;
const DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

/** @param seed the same seed gives the same station */
export function makeStation({
  trackCount,
  seed,
}: {
  readonly trackCount: number;
  readonly seed: number;
}): MadeUpStation {
  const draw = (text: string, below: number) => drawLot(seed, text, 0) % below;
  const musicOf = (index: number): KnownTrack => {
    const artist = `artist ${draw(`artist of ${index}`, Math.max(ARTISTS, trackCount / 20))}`;
    return made(`track ${index}`, artist, {
      contentKind: "music",
      album: `${artist} album ${draw(`album of ${index}`, 3)}`,
      lengthMs: 140_000 + draw(`length of ${index}`, 190_000),
      weight: draw(`weight of ${index}`, 10) === 0 ? 2 : 1,
    });
  };
  const shortOf = (name: string, kind: ContentKind, count: number, seconds: number) =>
    Array.from({ length: count }, (_, index) =>
      made(`${name} ${index}`, name, {
        contentKind: kind,
        album: null,
        lengthMs: seconds * 1000 + draw(`${name} ${index}`, 9000),
        weight: 1,
      }),
    );
  const jingles = shortOf("jingle", "jingle", 30, 6);
  const spots = shortOf("spot", "spot", 40, 24);
  const news = shortOf("news", "speech", 1, 180);
  const music = Array.from({ length: trackCount - 71 }, (_, index) => musicOf(index));
  const playlists = makePlaylists({ music, jingles, spots, news });
  return { tracks: [...music, ...jingles, ...spots, ...news], playlists, ...makeWeek() };
}

function made(
  id: string,
  artist: string,
  {
    album,
    ...more
  }: { readonly album: string | null } & Pick<KnownTrack, "contentKind" | "lengthMs" | "weight">,
): KnownTrack {
  const keys = { artistKeys: [artist] as const, titleKey: `${id}\ntitle`, albumKey: album };
  const isRotated = more.contentKind === "music";
  return {
    id,
    title: id,
    artist,
    artists: [artist],
    ...keys,
    ...more,
    isRotated,
    isInRotation: true,
  };
}

function makePlaylists({
  music,
  jingles,
  spots,
  news,
}: Readonly<Record<"music" | "jingles" | "spots" | "news", readonly KnownTrack[]>>) {
  const shares = [0.03, 0.06, 0.08, 0.1, 0.12, 0.15, 0.16, 0.3];
  const weights = [3, 4, 2, 2, 2, 1, 1, 2];
  let used = 0;
  const own = shares.map((share, index): MadeUpPlaylist => {
    const count = Math.floor(share * music.length);
    used += count;
    return {
      id: `music ${index}`,
      order: index === 5 ? "least-recent" : "shuffled",
      turn: { kind: "weight", weight: weights[index] ?? 1 },
      isSeparated: true,
      tracks: music.slice(used - count, used),
    };
  });
  const plain = { order: "shuffled", isSeparated: false } as const;
  return [
    ...own,
    {
      ...plain,
      id: "jingles",
      turn: { kind: "every-tracks", tracks: 4 } as const,
      tracks: jingles,
    },
    { ...plain, id: "spots", turn: { kind: "off" } as const, tracks: spots },
    { ...plain, id: "ids", turn: { kind: "minute-of-hour", minute: 30 } as const, tracks: jingles },
    { ...plain, id: "news", order: "ordered", turn: { kind: "off" } as const, tracks: news },
  ] satisfies readonly MadeUpPlaylist[];
}

function makeWeek(): Pick<MadeUpStation, "clocks" | "shows" | "entries"> {
  const clocks = Array.from({ length: 6 }, (_, index) => ({
    id: `clock ${index}`,
    name: `Clock ${index}`,
    isFilled: true,
    slots: slotsOf(index),
  }));
  const shows = Array.from({ length: 20 }, (_, index) => ({
    id: `show ${index}`,
    name: `Show ${index}`,
    content: contentOf(index),
    requests: { kind: "open" } as const,
  }));
  const entries = shows.map(({ id }, index): EntryTimes => ({
    id: `entry ${index}`,
    what: { kind: "show", showId: id },
    startsAt: `2027-01-04T${String((index * 3) % 24).padStart(2, "0")}:${index % 5 === 0 ? "30" : "00"}:00`,
    durationMinutes: [180, 120, 240, 60][index % 4] ?? 60,
    repeat: `FREQ=WEEKLY;BYDAY=${DAYS.filter((_, day) => (day + index) % 3 !== 0).join(",")}`,
    except: [],
    priority: index % 3,
  }));
  return { clocks, shows, entries: [...entries, aroundTheClock] };
}

/** The schedule outside of shows. */
const aroundTheClock: EntryTimes = {
  id: "entry of the night",
  what: { kind: "clock", clockId: "clock 0" },
  startsAt: "2027-01-04T00:00:00",
  durationMinutes: 420,
  repeat: "FREQ=DAILY",
  except: [],
  priority: 0,
};

function contentOf(index: number): Show["content"] {
  if (index % 7 === 3) return { ...liveContent, fallbackPlaylistId: "music 2" };
  if (index % 7 === 5) return { kind: "playlist", playlistId: "music 4" };
  if (index % 10 === 9) return { kind: "turns" };
  return { kind: "clock", clockId: `clock ${index % 6}` };
}

function slotsOf(clock: number): ClockSlot[] {
  const playlist = (number: number) =>
    ({ kind: "playlist", playlistId: `music ${number % 8}` }) as const;
  const exact = (minute: number) =>
    ({ kind: "exact", second: minute * 60, whileLive: "wait" }) as const;
  const soft = (minute: number) => ({ kind: "soft", second: minute * 60 }) as const;
  const follow = { kind: "follow" } as const;
  const tracks = (count: number) => ({ kind: "tracks", tracks: count }) as const;
  const rest = { kind: "rest" } as const;
  const news = { kind: "track", trackId: "news 0" } as const;
  const spots = { kind: "break", playlistId: "spots", spots: 3 } as const;
  const requests = { kind: "requests", playlistId: null } as const;
  const jingle = { kind: "playlist", playlistId: "jingles" } as const;
  const slots: readonly Omit<ClockSlot, "id">[] = [
    { content: news, start: exact(0), length: tracks(1) },
    { content: jingle, start: follow, length: tracks(1) },
    { content: playlist(clock), start: follow, length: tracks(1) },
    { content: requests, start: follow, length: tracks(1) },
    { content: playlist(clock + 7), start: follow, length: rest },
    { content: spots, start: clock % 2 === 0 ? exact(20) : soft(20), length: rest },
    { content: requests, start: follow, length: tracks(1) },
    { content: playlist(7), start: follow, length: rest },
    { content: spots, start: soft(40), length: rest },
    { content: requests, start: follow, length: tracks(1) },
    { content: playlist(clock + 5), start: follow, length: rest },
  ];
  // A clock without news only ends with its filled hour.
  const own = clock % 3 === 2 ? slots.slice(1) : slots;
  return own.map((slot, index) => ({ ...slot, id: `slot ${clock}-${index}` }));
}
