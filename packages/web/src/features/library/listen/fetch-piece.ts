import { trackSoundCalls, type TrackCues } from "@neonrelay/contract/callers";
import { ApiCallError } from "../../../api/call-api.ts";
import { callApiForFile } from "../../../api/file-transfer.ts";

export interface WantedPiece {
  readonly trackId: string;
  readonly cues: TrackCues;
  readonly fromMs: number;
  readonly nextTrackId: string | null;
}

/** Above the station's own limit. */
const RENDER_LIMIT_MS = 60_000;
/** The station renders one piece per person at a time, and cancels one that is no longer wanted. */
const BUSY_PAUSE_MS = 300;
const MAX_BUSY_TRIES = 30;

/**
 * A piece of a track, rendered by the station.
 * @throws like callApi, and if it isn't audio
 */
export async function fetchPiece(
  piece: WantedPiece,
  { context, signal }: { readonly context: AudioContext; readonly signal: AbortSignal },
): Promise<{ readonly sound: AudioBuffer; readonly joinAtMs: number | null }> {
  const { bytes, headers } = await renderPiece(piece, signal);
  const sound = await context.decodeAudioData(bytes);
  const join = headers.get("x-join-ms");
  return { sound, joinAtMs: join === null ? null : Number(join) };
}

async function renderPiece({ trackId, ...body }: WantedPiece, signal: AbortSignal) {
  const limits = { limitMs: RENDER_LIMIT_MS, signal };
  const request = { params: { id: trackId }, body };
  for (let tries = 1; ; tries += 1)
    try {
      return await callApiForFile(trackSoundCalls.renderTrackSound, request, limits);
    } catch (error) {
      const isBusy = error instanceof ApiCallError && error.apiError?.code === "too_many_requests";
      if (!isBusy || tries >= MAX_BUSY_TRIES) throw error;
      await pause(signal);
    }
}

async function pause(signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, BUSY_PAUSE_MS);
  signal.addEventListener("abort", () => resolve(), { once: true });
  await promise;
  clearTimeout(timer);
  signal.throwIfAborted();
}
