import { callGroups, facets, trackSorts } from "@neonrelay/contract";
import { wordOf } from "../library/test-library.ts";

/** Guests' reads that need no query, or only one row by id. */
const withoutLists: readonly string[] = [
  "/api/radio-state",
  "/api/now-playing",
  "/api/stream/info",
  "/api/stream/session/:cid",
  "/api/tracks/:id/art",
  "/api/plan/:id/why",
  "/api/shows/:slug.ics",
  "/api/shows/:slug",
  "/api/shows/:id/picture",
  "/api/schedule/now",
  "/api/chat/commands",
  "/api/irc/status",
  "/api/session",
  "/api/branding",
  "/api/library/demo",
  "/api/health",
  "/metrics",
];

/** Eight words that match no track, each similar to words of the library made by fillLibrary. */
const MISSPELLED = "kanexo velraq didioz synthaz lumido torenx phadomi grimaz";
/** As many words as are compared with the library's. */
const COMPARED = "kane velx onra vedi synthq ra ne on";
const DAY_MS = 24 * 60 * 60_000;

/** The most expensive inputs for each read a guest may make, by path. */
function dearestInputs(nowMs: number): Readonly<Record<string, readonly string[]>> {
  const day = (days: number) => new Date(nowMs + days * DAY_MS).toISOString();
  const searches = [
    MISSPELLED,
    COMPARED,
    "rock ambient",
    "synthwave rock house ambient techno on ne vel",
    "k",
    "k z d s l t p g",
    "synthwave",
    "syn",
    wordOf(0),
    "京 東 新 物 語",
    "+",
  ].map((words) => `q=${encodeURIComponent(words)}`);
  const orders = trackSorts.flatMap((sort) =>
    ["ascending", "descending"].map((order) => `sort=${sort}&order=${order}`),
  );
  const filters = [
    "genre=Synthwave",
    "genre=Rock&year=1987&kind=music",
    "kind=music",
    "kind=music&year=1987",
    "kind=song&year=1987",
    "kind=song&genre=Rock",
    "year=1987&artist=nobody",
    `added=${day(0).slice(0, 7)}`,
    `added=${day(0).slice(0, 7)}&genre=Rock`,
    "artist=nobody",
    "album=on&albumArtist=nobody",
    "tag=none",
  ];
  const groups = ["sort=name", "sort=tracks", "sort=added"].flatMap((sort) => [
    `${sort}&offset=10000`,
    `${sort}&limit=200&q=on`,
    `${sort}&limit=200&q=a`,
    `${sort}&limit=200&q=syn`,
  ]);
  const listed = (path: string, queries: readonly string[]) => ({
    [path]: queries.map((query) => `${path}?${query}`),
  });
  return {
    ...listed("/api/tracks", [
      ...orders.flatMap((order) => [`${order}&offset=10000`, `${order}&kind=song&offset=10000`]),
      ...orders.flatMap((order) => [`${order}&q=synthwave`, `${order}&genre=Synthwave`]),
      ...searches.map((search) => `sort=title&${search}`),
      ...searches.map((search) => `${search}&genre=Rock&year=1987`),
      ...filters.flatMap((filter) => [`${filter}&offset=10000`, `${filter}&sort=bitrate`]),
    ]),
    ...listed("/api/tracks/search", searches),
    "/api/library/stats": ["/api/library/stats", "/api/library/stats?kind=song"],
    ...Object.fromEntries(
      ["artists", "albums", "genres", "years", "kinds", "added"].map((of) => [
        `/api/library/${of}`,
        groups.map((query) => `/api/library/${of}?${query}`),
      ]),
    ),
    "/api/library/letters": facets
      .filter((facet) => ["artist", "album", "genre"].includes(facet))
      .map((facet) => `/api/library/letters?of=${facet}`),
    ...listed("/api/history", ["limit=200", `limit=200&before=${nowMs}`]),
    "/api/queue": ["/api/queue"],
    "/api/queue/expected": ["/api/queue/expected"],
    ...listed("/api/plan", ["limit=500"]),
    ...listed("/api/plan/aired", ["limit=100"]),
    ...listed("/api/schedule", [`from=${day(0)}&to=${day(28)}`]),
    "/api/schedule.ics": ["/api/schedule.ics"],
    "/api/shows": ["/api/shows"],
    ...listed("/api/chat", ["limit=100"]),
    "/api/comments": ["/api/comments"],
  };
}

/** One read of a guest. */
interface GuestRead {
  readonly path: string;
  readonly address: string;
}

/** Every list that guests may read, with its most expensive inputs. @throws for a call without inputs here */
export function dearGuestReads(nowMs: number): readonly GuestRead[] {
  const inputs = dearestInputs(nowMs);
  const paths = callGroups
    .flatMap(({ apis }) => apis.flatMap((api) => Object.values(api)))
    .filter(({ method, access }) => method === "GET" && access === "public")
    .map(({ path }): string => path)
    .filter((path) => !withoutLists.includes(path));
  return paths.flatMap((path) => {
    const addresses = inputs[path];
    if (addresses === undefined) throw new Error(`no input is known for ${path}`);
    return addresses.map((address) => ({ path, address }));
  });
}
