import { ANALYSIS_VERSION, type Analysis } from "@neonrelay/on-air/media-jobs";
import type { KindRule } from "@neonrelay/contract";
import { randomUUID } from "node:crypto";
import type { Database } from "../database/database.ts";
import { reviveMissing } from "./moved-track-store.ts";
import { saveTrack, type NewTrack } from "./track-store.ts";
import type { FileResult } from "../media/analyse-files.ts";
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
import { saveRefusedFile } from "./refused-file-store.ts";

/** What is stored for a file. `durationMs` is set only when it was refused as too short. */
export type StoredResult =
  | Extract<FileResult, { kind: "analysed" }>
  | (Extract<FileResult, { kind: "refused" }> & { readonly durationMs: number | null });

/** How much encoders may cut from a second of sound, with some margin, in ms. */
const ENCODERS_LOSS_MS = 50;

/** The minimum length of a file, in ms. @param shortestTrackSeconds the operators' setting */
export function leastDurationMs(shortestTrackSeconds: number): number {
  return Math.max(0, shortestTrackSeconds * 1000 - ENCODERS_LOSS_MS);
}

/** Refuses a file shorter than the station's minimum. */
export function refuseShort(result: FileResult, shortestTrackSeconds: number): StoredResult {
  if (result.kind === "refused") return { ...result, durationMs: null };
  const { durationMs } = result.analysis;
  if (durationMs >= leastDurationMs(shortestTrackSeconds)) return result;
  const reason = `It is shorter than ${shortestTrackSeconds} s, the station's minimum: change the minimum in Settings, or leave the file out`;
  return { kind: "refused", path: result.path, reason, durationMs };
}

/**
 * Stores the result of reading a file.
 * @param file as found before it was read
 * @returns a note for people about a stored file, or null
 */
export async function storeFileResult(
  {
    database,
    events,
    dataDir,
  }: { readonly database: Database; readonly events: StationEvents; readonly dataDir: string },
  { result, file }: { readonly result: StoredResult; readonly file: FoundFile },
): Promise<string | null> {
  let note: string | null = null;
  switch (result.kind) {
    case "analysed": {
      const read = await readFingerprint(file.path);
      const fingerprint = read?.sizeBytes === file.sizeBytes ? read.hash : null;
      await database.transaction(async (transaction) => {
        const rules = (await findSettings(transaction))?.kindRules ?? [];
        const found = toNewTrack({ analysis: result.analysis, file, fingerprint, rules });
        const { hasTitle, hasArtist } = result.analysis;
        const track = hasTitle ? found : await keepTitle(transaction, found, { hasArtist });
        await reviveMissing(transaction, track);
        const kept = await keepFieldsByHand(transaction, track);
        const isReplaced = await startCleanIfReplaced(transaction, result);
        note = isReplaced ? STARTS_CLEAN : null;
        await saveTrack(transaction, kept);
        const { soundPrint, troubles } = result.analysis;
        await saveSoundPrint(transaction, { ...file, soundPrint });
        await saveTroubles(transaction, {
          path: file.path,
          troubles: [...troubles, ...misreadTrouble(kept)],
        });
      });
      if (fingerprint !== null)
        await keepWaveform(dataDir, { fingerprint, peaks: result.analysis.peaks });
      break;
    }
    case "refused":
      await saveRefusedFile(database.connection, {
        ...file,
        reason: cleanTag(result.reason),
        durationMs: result.durationMs,
      });
      break;
    default:
      return result satisfies never;
  }
  events.publish({ type: "library.changed", isFileRead: true });
  return note;
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
    codec: analysis.codec,
    bitrateKbps: analysis.bitrateKbps,
    sampleRateHz: analysis.sampleRateHz,
    channels: analysis.channels,
    durationMs: analysis.durationMs,
    integratedLufs: analysis.integratedLufs,
    truePeakDbtp: analysis.truePeakDbtp,
    loudnessRangeLu: analysis.loudnessRangeLu,
    limiterRoomDb: analysis.limiterRoomDb,
    quietestDb: analysis.quietestDb,
    dcOffset: analysis.dcOffset,
    tagLufs: analysis.tagLufs,
    cueInMs: analysis.cues?.cueInMs ?? null,
    cueOutMs: analysis.cues?.cueOutMs ?? null,
    startNextMs: analysis.cues?.startNextMs ?? null,
    analysisVersion: ANALYSIS_VERSION,
    artworkName: analysis.artworkName,
    sortKey: sortKeyOf(tags),
    searchText: searchTextOf(tags),
  };
}

function cleanOrNull(tag: string | null): string | null {
  return tag === null ? null : cleanTag(tag);
}
