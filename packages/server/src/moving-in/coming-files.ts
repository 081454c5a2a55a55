import { MAX_FILES, walkMusic } from "../library/walk-music.ts";
import { findCandidates } from "../playlists/files/candidate-store.ts";
import { Candidates, searchFor, type Search } from "../playlists/files/match-rules.ts";
import type { PlaylistFileParts } from "../playlists/files/playlist-file-actions.ts";
import { eachOf } from "../programme/small-steps.ts";
import { runInSlices } from "../programme/work-slices.ts";
import { nameOnly, searchOf, type MusicPlaces } from "./match-tracks.ts";
import type { MovedTrack } from "./moved-station.ts";

const COMING = "coming:";

/** Whether the candidate's file is still to be imported into the library. */
export function isComing(id: string): boolean {
  return id.startsWith(COMING);
}

/** The files that an import of the folder would add to the library, judged by their names. */
export async function findComingFiles(
  { database }: Pick<PlaylistFileParts, "database">,
  {
    musicFolder,
    tracks,
    places,
  }: {
    readonly musicFolder: string;
    readonly tracks: readonly MovedTrack[];
    readonly places: MusicPlaces;
  },
): Promise<{ readonly candidates: Candidates; readonly count: number }> {
  const { files } = await walkMusic([musicFolder], {
    signal: new AbortController().signal,
    maxFiles: MAX_FILES,
  });
  const own: Search[] = [];
  const look = eachOf(files, ({ path: location }) =>
    own.push(searchFor({ location, title: null, artist: null, durationMs: null }, [])),
  );
  await runInSlices(look);
  const known = await findCandidates(database.connection, own);
  const candidates = new Candidates(tracks.map((track) => searchOf(nameOnly(track), places)));
  let count = 0;
  const offer = eachOf(files.entries(), ([index, { path }]) => {
    const match = own[index] && known.match(own[index]);
    if (match?.kind === "found" && match.by === "path") return;
    count += 1;
    const untagged = { sortKey: "", artistKeys: [], durationMs: 0, isAway: false };
    candidates.offer({ id: `${COMING}${path}`, path, ...untagged });
  });
  await runInSlices(offer);
  return { candidates, count };
}
