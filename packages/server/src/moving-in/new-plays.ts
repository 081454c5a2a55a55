import { createHash } from "node:crypto";
import type { Connection } from "../database/database.ts";
import { sortKeyOf } from "../library/track-rules.ts";
import { findCandidates } from "../playlists/files/candidate-store.ts";
import { searchFor, type Candidate, type Search } from "../playlists/files/match-rules.ts";
import { eachOf, runInSlices } from "../programme/small-steps.ts";
import type { NewPlay } from "./moving-in-store.ts";
import type { MovedStation, Origin } from "./moved-station.ts";

/** The origin's plays with the station's tracks: by the origin's key, else by artist and title. */
export async function newPlaysOf(
  connection: Connection,
  {
    origin,
    station: { plays },
    found,
  }: {
    readonly origin: Origin;
    readonly station: MovedStation;
    readonly found: ReadonlyMap<string, Candidate>;
  },
): Promise<readonly NewPlay[]> {
  const nowMs = Date.now();
  const past = plays.filter(({ startedAtMs }) => startedAtMs < nowMs);
  const searches = new Map<string, Search>();
  const look = eachOf(past, ({ trackKey, djName, artist, title }) => {
    if (djName !== null || found.has(trackKey ?? "")) return;
    const search = searchFor({ location: null, artist, title, durationMs: null }, []);
    searches.set(sortKeyOf({ artist, title }), search);
  });
  await runInSlices(look);
  const candidates = await findCandidates(connection, [...searches.values()]);
  const byName = new Map(
    [...searches].flatMap(([key, search]) => {
      const match = candidates.match(search);
      return match.kind === "found" ? [[key, match.track.id] as const] : [];
    }),
  );
  const made: NewPlay[] = [];
  const make = eachOf(past, ({ key, trackKey, title, artist, startedAtMs, durationMs, djName }) =>
    made.push({
      id: playIdOf(`${origin} ${key}`),
      trackId:
        djName === null
          ? (found.get(trackKey ?? "")?.id ?? byName.get(sortKeyOf({ artist, title })) ?? null)
          : null,
      djName,
      title,
      artist,
      startedAtMs,
      durationMs: durationMs === null ? null : Math.round(durationMs),
      startMs: startedAtMs - nowMs,
    }),
  );
  await runInSlices(make);
  return made;
}

/** Deterministic, so that the same play always gets the same id. RFC 9562 §5.8. */
function playIdOf(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return parts.join("-");
}
