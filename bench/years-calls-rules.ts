/** Ids of the station's rows used in calls. */
interface Examples {
  readonly trackId: string;
  /** The longest hand-picked playlist. */
  readonly longPlaylistId: string;
  readonly playlistId: string;
  readonly smartPlaylistId: string;
  readonly showId: string;
  readonly slug: string;
  /** Of the plan. */
  readonly itemId: string;
  /** The oldest. */
  readonly playId: string;
  /** Cursor to the oldest page, for each list. */
  readonly oldLineId: string;
  readonly oldLogId: string;
  readonly oldEventId: string;
  readonly oldSanctionId: string;
}

/** A call to make: its address, and its path in the contract. */
interface AskedCall {
  readonly path: string;
  readonly address: string;
}

/** Reads that are not called, each with the reason. */
export const leftOut: Readonly<Record<string, string>> = {
  "/api/system/backup": "everything there is, by its nature; it takes seconds",
  "/api/system/backup/music": "all files of the library",
  "/api/library/sources/:id/playlists": "another server answers it",
  "/api/tracks/:id/art": "a picture that lies in a file; the database is asked for its name alone",
  "/api/health": "503 while on-air is away, as here; no list is behind it",
  "/api/stream/session/:cid": "on-air keeps it, and is away here",
};

const DAY_MS = 24 * 60 * 60_000;

/** Addresses to call instead of the bare path, by path: with ids and queries, and the oldest page. */
export function furtherAddresses(
  examples: Examples,
  nowMs: number,
): Readonly<Record<string, readonly string[]>> {
  const { trackId, showId, slug } = examples;
  const ago = (days: number) => new Date(nowMs - days * DAY_MS).toISOString();
  const year = `from=${ago(365).slice(0, 10)}&to=${ago(0).slice(0, 10)}`;
  const withPage = (path: string, query: string) => ({ [path]: [path, `${path}?${query}`] });
  const playlist = (path: string) =>
    [examples.playlistId, examples.smartPlaylistId, examples.longPlaylistId].map((id) =>
      path.replace(":id", id),
    );
  return {
    ...withPage("/api/history", `before=${nowMs - 700 * DAY_MS}`),
    ...withPage("/api/plan/aired", `before=${ago(700)}`),
    ...withPage("/api/plan", "limit=500"),
    ...withPage("/api/spots", year),
    ...withPage("/api/spots.csv", year),
    ...withPage("/api/tracks", "limit=500&offset=9000"),
    ...withPage("/api/incoming", "offset=19900"),
    ...withPage("/api/users", "q=listener%201999"),
    ...withPage("/api/chat", `before=${examples.oldLineId}`),
    ...withPage("/api/chat/sanctions", `after=${examples.oldSanctionId}`),
    ...withPage("/api/system-logs", `after=${examples.oldLogId}`),
    ...withPage("/api/security-events", `after=${examples.oldEventId}`),
    ...withPage("/api/duplicates", "offset=900&limit=100"),
    ...withPage("/api/deletions", "offset=450"),
    ...withPage("/api/attention", "offset=800&limit=200"),
    ...withPage("/api/attention/refused", "offset=1900"),
    ...withPage("/api/library/artists", "offset=200"),
    ...withPage("/api/library/albums", "offset=900"),
    ...withPage("/api/library/tags", "offset=400"),
    "/api/library/letters": ["/api/library/letters?of=artist"],
    "/api/tracks/search": ["/api/tracks/search?q=song"],
    "/api/programme/analysis": [
      "/api/programme/analysis?span=past&weeks=8",
      "/api/programme/analysis?span=coming",
    ],
    "/api/schedule": [`/api/schedule?from=${ago(0)}&to=${ago(-28)}`],
    "/api/tracks/:id/cues": [`/api/tracks/${trackId}/cues`],
    "/api/tracks/:id/waveform": [`/api/tracks/${trackId}/waveform`],
    "/api/playlists/:id/tracks": playlist("/api/playlists/:id/tracks"),
    "/api/playlists/:id/export": playlist("/api/playlists/:id/export"),
    "/api/plan/:id/why": [`/api/plan/${examples.itemId}/why`, `/api/plan/${examples.playId}/why`],
    "/api/shows/:slug": [`/api/shows/${slug}`],
    "/api/shows/:slug.ics": [`/api/shows/${slug}.ics`],
    "/api/shows/:id/picture": [`/api/shows/${showId}/picture`],
  };
}

/**
 * Every read call, at its bare path or at those addresses.
 * @param paths of all read calls of the contract
 * @returns also paths with parameters but neither address nor reason, and addresses or reasons for paths not in the
 * contract
 */
export function callsOf(
  paths: readonly string[],
  {
    further,
    reasons,
  }: {
    readonly further: Readonly<Record<string, readonly string[]>>;
    readonly reasons: Readonly<Record<string, string>>;
  },
): { readonly calls: readonly AskedCall[]; readonly forgotten: readonly string[] } {
  const calls = paths
    .filter((path) => !Object.hasOwn(reasons, path))
    .flatMap((path) =>
      (further[path] ?? (path.includes(":") ? [] : [path])).map((address) => ({ path, address })),
    );
  const named = [...Object.keys(further), ...Object.keys(reasons)];
  return {
    calls,
    forgotten: [
      ...paths.filter(
        (path) => !Object.hasOwn(reasons, path) && !calls.some((call) => call.path === path),
      ),
      ...named.filter((path) => !paths.includes(path)),
    ],
  };
}
