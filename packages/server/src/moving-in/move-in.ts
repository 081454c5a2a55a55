import type { OldAddress, ProgrammeChange } from "@neonrelay/contract";
import { saveTracksProgramme } from "../library/track-programme-store.ts";
import type { Library } from "../library/library.ts";
import { findCandidates } from "../playlists/files/candidate-store.ts";
import { Candidates, type Search, searchFor } from "../playlists/files/match-rules.ts";
import { musicRoots, type PlaylistFileParts } from "../playlists/files/playlist-file-actions.ts";
import type { ProgrammeFileParts } from "../system/programme-file-actions.ts";
import { addOldAddresses } from "../settings/old-address-rules.ts";
import { eachOf, runInSlices } from "../programme/small-steps.ts";
import { importProgramme } from "../system/programme-import.ts";
import { bringDj, type BroughtDj } from "./bring-djs.ts";
import {
  type MatchedTracks,
  matchTracks,
  type MusicPlaces,
  nameOnly,
  type PathMap,
  searchOf,
  type TrackSource,
} from "./match-tracks.ts";
import { countPlays, insertMovedPlays, listPlainMusic, saveMovedCues } from "./moving-in-store.ts";
import type { LeftBehind, MovedStation, MovedTrack, Origin } from "./moved-station.ts";
import { newPlaysOf } from "./new-plays.ts";
import { programmeOf } from "./programme-of.ts";
import { MAX_FILES, walkMusic } from "../library/walk-music.ts";

interface MovingParts extends ProgrammeFileParts {
  readonly library: Pick<Library, "importFolder">;
}

interface MovingOptions {
  readonly origin: Origin;
  readonly station: MovedStation;
  /** Music of the origin not yet in the library; null: it brought none. */
  readonly musicFolder: string | null;
  readonly maps: readonly PathMap[];
  readonly isDryRun: boolean;
}

export interface MovingReport {
  /** Files added to the library, or in a dry run, that would be. */
  readonly newFiles: number;
  readonly refusedFiles: readonly { readonly path: string; readonly reason: string }[];
  readonly matched: MatchedTracks;
  readonly cues: number;
  readonly jingles: number;
  readonly djs: readonly BroughtDj[];
  readonly changes: readonly ProgrammeChange[];
  readonly plays: { readonly added: number; readonly there: number };
  /** Old addresses that the station now answers. */
  readonly addresses: readonly OldAddress[];
  readonly leftBehind: readonly LeftBehind[];
}

type MovingOutcome =
  | { readonly kind: "moved"; readonly report: MovingReport }
  /** The files were imported, the rest was not. */
  | { readonly kind: "refused"; readonly problem: string };

/** Imports a station's tracks, playlists, shows, DJs and history into this one. Idempotent. */
export async function moveIn(parts: MovingParts, options: MovingOptions): Promise<MovingOutcome> {
  const { origin, station, isDryRun } = options;
  const { newFiles, refusedFiles, matched } = await findTracks(parts, options);
  const here = new Map([...matched.found].filter(([, { id }]) => !isComing(id)));
  const djs: BroughtDj[] = [];
  for (const dj of station.djs) djs.push(await bringDj(parts.database, { dj, isDryRun }));
  const programme = programmeOf(station, here);
  const imported = await importProgramme(parts, {
    file: programme.file,
    isDryRun,
    by: "station command",
    mayChangeSettings: true,
  });
  if (imported.kind === "settings-not-allowed") throw new Error("the owner may change settings");
  if (imported.kind === "refused") return imported;
  const addresses = await bringAddresses(parts, { station, isDryRun });
  const stored = await storeRest(parts, { options, matched, here });
  if (!isDryRun) {
    const details = { tracks: here.size, playlists: station.playlists.length };
    const action = `moved in from ${origin}`;
    parts.systemLog.recordOperatorAction({ who: "station command", action, details });
    parts.events.publish({ type: "library.changed" });
    parts.events.publish({ type: "djs.changed" });
  }
  return {
    kind: "moved",
    report: {
      newFiles,
      refusedFiles,
      matched,
      ...stored,
      djs,
      changes: withoutMadeHosts(imported.changes, djs),
      addresses: addresses.after,
      leftBehind: [
        ...station.leftBehind,
        ...programme.leftBehind,
        ...addresses.refused.map(({ path, why }) => ({ what: `address ${path}`, why })),
      ],
    },
  };
}

async function bringAddresses(
  { settings }: MovingParts,
  { station, isDryRun }: Pick<MovingOptions, "station" | "isDryRun">,
): Promise<ReturnType<typeof addOldAddresses>> {
  const wanted = station.addresses.map(({ path, format }) => ({ path, codec: format }));
  return await settings.changeWith(async ({ oldAddresses }) => {
    const outcome = addOldAddresses(oldAddresses, wanted);
    const isChange = !isDryRun && outcome.after.length > oldAddresses.length;
    return { change: isChange ? { oldAddresses: [...outcome.after] } : null, outcome };
  });
}

/** Imports the music and matches tracks. A dry run matches future files by name. */
async function findTracks(
  parts: MovingParts,
  { station: { tracks }, musicFolder, maps, isDryRun }: MovingOptions,
): Promise<Pick<MovingReport, "newFiles" | "refusedFiles" | "matched">> {
  const taken =
    musicFolder === null || isDryRun
      ? { added: 0, refused: [] }
      : await parts.library.importFolder(musicFolder, () => {});
  const roots = [...(await musicRoots(parts)), ...(musicFolder === null ? [] : [musicFolder])];
  const places = { maps, roots };
  const searches: Search[] = [];
  await runInSlices(eachOf(tracks, (track) => searches.push(searchOf(track, places))));
  const candidates = await findCandidates(parts.database.connection, searches);
  const sources: TrackSource[] = [{ candidates, isByNameOnly: false }];
  let newFiles = taken.added;
  if (musicFolder !== null && isDryRun) {
    const coming = await findComingFiles(parts, { musicFolder, tracks, places });
    newFiles = coming.count;
    sources.push({ candidates: coming.candidates, isByNameOnly: true });
  }
  const matched = await runInSlices(matchTracks(tracks, { sources, places }));
  return { newFiles, refusedFiles: taken.refused, matched };
}

/** Stores cue points, jingles and history; a dry run only counts them. */
async function storeRest(
  { database }: MovingParts,
  {
    options: { origin, station, isDryRun },
    matched,
    here,
  }: {
    readonly options: MovingOptions;
    readonly matched: MatchedTracks;
    readonly here: MatchedTracks["found"];
  },
): Promise<Pick<MovingReport, "cues" | "jingles" | "plays">> {
  const { connection } = database;
  const cues = station.tracks.flatMap(({ key, cues: wanted }) => {
    const track = matched.found.get(key);
    return track === undefined || wanted === null ? [] : [{ trackId: track.id, cues: wanted }];
  });
  const jingles = jinglesOf(station, matched);
  const newPlays = await newPlaysOf(connection, { origin, station, found: here });
  const there = await countPlays(
    connection,
    newPlays.map(({ id }) => id),
  );
  const plays = { added: newPlays.length - there, there };
  if (isDryRun) return { cues: cues.length, jingles: jingles.length, plays };
  return await database.transaction(async (transaction) => {
    const plain = await listPlainMusic(transaction, jingles);
    if (plain.length > 0) await saveTracksProgramme(transaction, plain, { contentKind: "jingle" });
    await insertMovedPlays(transaction, newPlays);
    return { cues: await saveMovedCues(transaction, cues), jingles: plain.length, plays };
  });
}

/** Tracks that are only in jingle playlists. */
function jinglesOf({ playlists }: MovedStation, { found }: MatchedTracks): readonly string[] {
  const music = new Set(
    playlists.filter(({ isJingles }) => !isJingles).flatMap(({ trackKeys }) => trackKeys),
  );
  const keys = playlists.filter(({ isJingles }) => isJingles).flatMap(({ trackKeys }) => trackKeys);
  const ids = keys.flatMap((key) => (music.has(key) ? [] : (found.get(key)?.id ?? [])));
  return [...new Set(ids)];
}

/** Omits hosts whose accounts don't exist yet in a dry run. */
function withoutMadeHosts(
  changes: readonly ProgrammeChange[],
  djs: readonly BroughtDj[],
): readonly ProgrammeChange[] {
  const made = djs.filter(({ kind }) => kind === "made").map(({ username }) => username);
  return changes.map((change) => ({
    ...change,
    leftOut: change.leftOut.filter((line) => !made.some((name) => line.endsWith(`: ${name}`))),
  }));
}

const COMING = "coming:";

/** Whether the candidate's file is still to be imported into the library. */
function isComing(id: string): boolean {
  return id.startsWith(COMING);
}

/** The files that an import of the folder would add to the library, judged by their names. */
async function findComingFiles(
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
