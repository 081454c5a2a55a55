import type { TrackCues } from "@neonrelay/contract";
import { MAX_PIECE_MS } from "@neonrelay/contract";
import type { Database } from "../../database/database.ts";
import type { MediaRun } from "../../media/media-runner.ts";
import { drawWaveform, renderSound } from "../../media/sound-jobs.ts";
import { decideCues } from "../cue-point-rules.ts";
import { readFingerprint } from "../file-fingerprint.ts";
import { toPlayable } from "../track-rules.ts";
import { findCueProblem, userCues, type CueProblem } from "./cue-edit-rules.ts";
import { findCuedTrack } from "./cue-store.ts";
import { isCoded, readWaveform, storeWaveform } from "./waveform-folder.ts";

interface Refusal {
  readonly kind: "refused";
  readonly reason: string;
}
interface Unknown {
  readonly kind: "unknown";
}
interface Busy {
  readonly kind: "busy";
}

/** How long a preview continues after a join begins. */
const AFTER_JOIN_MS = 12_000;
/** Maximum previews and waveforms made at once, for all operators together. */
const AT_ONCE = 2;
const GONE = "The file is not there";

export interface TrackSoundParts {
  readonly database: Database;
  readonly dataDir: string;
  readonly media: Pick<MediaRun, "childUrl" | "fileLimitMs">;
}

/** Makes waveforms and audio previews for the editor, in media children; a few at once, one preview per person. */
export class TrackSound {
  readonly #database: Database;
  readonly #dataDir: string;
  readonly #media: Pick<MediaRun, "childUrl" | "fileLimitMs">;
  readonly #closing = new AbortController();
  readonly #listeners = new Set<string>();
  readonly #drawing = new Map<string, Promise<Refusal | Waveform>>();

  constructor({ database, dataDir, media }: TrackSoundParts) {
    this.#database = database;
    this.#dataDir = dataDir;
    this.#media = media;
  }

  /** Stops the jobs in progress. */
  close(): void {
    this.#closing.abort();
  }

  /** The waveform of a track; drawn now if it is missing. */
  async waveform(trackId: string): Promise<Waveform | Refusal | Unknown | Busy> {
    const track = await findCuedTrack(this.#database.connection, trackId, { isLocked: false });
    if (track === null) return { kind: "unknown" };
    const fingerprint = track.fingerprint ?? (await readFingerprint(track.path))?.hash;
    if (fingerprint === undefined) return { kind: "refused", reason: GONE };
    const packed = await readWaveform(this.#dataDir, fingerprint);
    if (packed !== null) return { kind: "waveform", packed, version: fingerprint };
    const drawing = this.#drawing.get(fingerprint);
    if (drawing !== undefined) return await drawing;
    if (this.#drawing.size >= AT_ONCE) return { kind: "busy" };
    const drawn = this.#draw(track.path, fingerprint);
    this.#drawing.set(fingerprint, drawn);
    try {
      return await drawn;
    } finally {
      this.#drawing.delete(fingerprint);
    }
  }

  async #draw(filePath: string, fingerprint: string): Promise<Waveform | Refusal> {
    const { signal } = this.#closing;
    const drawn = await drawWaveform(filePath, { media: this.#media, signal });
    if (drawn.kind === "refused") return drawn;
    const { packed } = drawn;
    try {
      await storeWaveform(this.#dataDir, { fingerprint, packed });
    } catch (error) {
      // The disk is full, say: it is drawn again next time.
      if (!isCoded(error)) throw error;
    }
    return { kind: "waveform", packed, version: fingerprint };
  }

  /**
   * A preview of a track with these cue points, and its join with the next one.
   * @param person may have one preview at a time
   * @param signal aborts it when it is no longer needed
   */
  async piece({
    person,
    trackId,
    cues,
    fromMs,
    nextTrackId,
    signal,
  }: {
    readonly person: string;
    readonly trackId: string;
    readonly cues: TrackCues;
    readonly fromMs: number;
    readonly nextTrackId: string | null;
    readonly signal: AbortSignal;
  }): Promise<
    | { readonly kind: "sound"; readonly sound: Buffer; readonly joinAtMs: number | null }
    | { readonly kind: "invalid"; readonly problem: CueProblem }
    | { readonly kind: "too-late" }
    | { readonly kind: "given-up" }
    | Refusal
    | Unknown
    | Busy
  > {
    const { connection } = this.#database;
    const track = await findCuedTrack(connection, trackId, { isLocked: false });
    const next =
      nextTrackId === null
        ? null
        : await findCuedTrack(connection, nextTrackId, { isLocked: false });
    if (track === null || (nextTrackId !== null && next === null)) return { kind: "unknown" };
    const problem = findCueProblem(cues, track);
    if (problem !== null) return { kind: "invalid", problem };
    const cut = { ...track, ...userCues(cues) };
    if (fromMs >= (decideCues(cut)?.cueOutMs ?? track.durationMs)) return { kind: "too-late" };
    if (this.#listeners.has(person) || this.#listeners.size >= AT_ONCE) return { kind: "busy" };
    this.#listeners.add(person);
    try {
      return await renderSound(
        {
          track: toPlayable(cut),
          fromMs,
          next: next === null ? null : toPlayable(next),
          longestMs: MAX_PIECE_MS,
          afterJoinMs: AFTER_JOIN_MS,
        },
        { media: this.#media, signal: AbortSignal.any([signal, this.#closing.signal]) },
      );
    } catch (error) {
      if (signal.aborted) return { kind: "given-up" };
      throw error;
    } finally {
      this.#listeners.delete(person);
    }
  }
}

interface Waveform {
  readonly kind: "waveform";
  /** Gzip. */
  readonly packed: Buffer;
  readonly version: string;
}
