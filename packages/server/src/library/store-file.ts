import { ANALYSIS_VERSION, type Analysis } from "@neonrelay/on-air/media-jobs";
import type { KindRule } from "@neonrelay/contract";
import { randomUUID } from "node:crypto";
import type { Database } from "../database/database.ts";
import { reviveMissing } from "./moved-track-store.ts";
import { saveTrack, type NewTrack } from "./track-store.ts";
import type { StationEvents } from "../events/station-events.ts";
import { misreadTrouble } from "./attention/misread-store.ts";
import { saveTroubles } from "./attention/trouble-store.ts";
import { keepFieldsByHand, keepTitle } from "./edits/file-tag-store.ts";
import { readFingerprint } from "./file-fingerprint.ts";
import { isCoded, storeWaveform } from "./cues/waveform-folder.ts";
import { findSettings } from "../settings/settings-store.ts";
import { startCleanIfReplaced, STARTS_CLEAN } from "./replaced-sound-store.ts";
import { decideKind } from "./kind-rules.ts";
import type { FoundFile } from "./scan-rules.ts";
import { albumArtistColumns, artistColumns, tidyNames } from "./artist-rules.ts";
import { cleanTag, searchTextOf, sortKeyOf } from "./track-rules.ts";
import { saveSoundPrint } from "./sound-print-store.ts";

interface StoringParts {
  readonly database: Database;
  readonly events: StationEvents;
  readonly dataDir: string;
}

/**
 * Stores a file as a track: a new one, or the one it was before.
 * @param file as found before it was read
 * @returns a note for people, or null
 */
export async function storeFile(
  { database, events, dataDir }: StoringParts,
  { analysis, file }: { readonly analysis: Analysis; readonly file: FoundFile },
): Promise<string | null> {
  const read = await readFingerprint(file.path);
  const fingerprint = read?.sizeBytes === file.sizeBytes ? read.hash : null;
  const isReplaced = await database.transaction(async (transaction) => {
    const rules = (await findSettings(transaction))?.kindRules ?? [];
    const found = toNewTrack({ analysis, file, fingerprint, rules });
    const { hasTitle, hasArtist, soundPrint, troubles } = analysis;
    const track = hasTitle ? found : await keepTitle(transaction, found, { hasArtist });
    await reviveMissing(transaction, track);
    const kept = await keepFieldsByHand(transaction, track);
    const startsClean = await startCleanIfReplaced(transaction, { path: file.path, analysis });
    await saveTrack(transaction, kept);
    await saveSoundPrint(transaction, { ...file, soundPrint });
    await saveTroubles(transaction, {
      path: file.path,
      troubles: [...troubles, ...misreadTrouble(kept)],
    });
    return startsClean;
  });
  if (fingerprint !== null) await keepWaveform(dataDir, { fingerprint, peaks: analysis.peaks });
  events.publish({ type: "library.changed", isFileRead: true });
  return isReplaced ? STARTS_CLEAN : null;
}

/** When it can't be stored, it is drawn on demand. */
async function keepWaveform(
  dataDir: string,
  { fingerprint, peaks }: { readonly fingerprint: string; readonly peaks: string },
): Promise<void> {
  try {
    await storeWaveform(dataDir, { fingerprint, packed: Buffer.from(peaks, "base64") });
  } catch (error) {
    if (!isCoded(error)) throw error;
  }
}

/** Columns for what was measured in the sound. */
export function soundColumns({ cues, ...measured }: Analysis) {
  const { codec, bitrateKbps, sampleRateHz, channels, durationMs } = measured;
  const { integratedLufs, truePeakDbtp, loudnessRangeLu, limiterRoomDb, tagLufs } = measured;
  const { quietestDb, dcOffset } = measured;
  return {
    codec,
    bitrateKbps,
    sampleRateHz,
    channels,
    durationMs,
    integratedLufs,
    truePeakDbtp,
    loudnessRangeLu,
    limiterRoomDb,
    quietestDb,
    dcOffset,
    tagLufs,
    cueInMs: cues?.cueInMs ?? null,
    cueOutMs: cues?.cueOutMs ?? null,
    startNextMs: cues?.startNextMs ?? null,
    analysisVersion: ANALYSIS_VERSION,
  };
}

function toNewTrack({
  analysis,
  file,
  fingerprint,
  rules,
}: {
  readonly analysis: Analysis;
  readonly file: FoundFile;
  readonly fingerprint: string | null;
  readonly rules: readonly KindRule[];
}): NewTrack {
  const tags = {
    title: cleanTag(analysis.title),
    ...artistColumns(tidyNames(analysis.artists.map(cleanTag))),
    album: cleanOrNull(analysis.album),
    genre: cleanOrNull(analysis.genre),
    year: analysis.year,
  };
  const kindTag = cleanOrNull(analysis.kindTag);
  return {
    id: randomUUID(),
    ...tags,
    // As found before reading: if the file is still being written, the next scan sees a difference.
    ...file,
    fingerprint,
    kindTag,
    contentKind: decideKind({ path: file.path, genre: tags.genre, kindTag }, rules),
    trackNumber: analysis.trackNumber,
    discNumber: analysis.discNumber,
    ...albumArtistColumns(tidyNames(analysis.albumArtists.map(cleanTag))),
    isrc: cleanOrNull(analysis.isrc),
    label: cleanOrNull(analysis.label),
    language: cleanOrNull(analysis.language),
    isExplicit: analysis.isExplicit,
    ...soundColumns(analysis),
    artworkName: analysis.artworkName,
    sortKey: sortKeyOf(tags),
    searchText: searchTextOf(tags),
  };
}

function cleanOrNull(tag: string | null): string | null {
  return tag === null ? null : cleanTag(tag);
}
