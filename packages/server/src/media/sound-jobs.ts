import { niceness } from "@neonrelay/on-air/media-jobs";
import type { PlayableTrack } from "@neonrelay/on-air/protocol";
import { MediaChildError, runMediaJob, type MediaRun } from "./media-runner.ts";

interface SoundPiece {
  readonly track: PlayableTrack;
  /** Where in its file the excerpt begins. */
  readonly fromMs: number;
  readonly next: PlayableTrack | null;
  readonly longestMs: number;
  readonly afterJoinMs: number;
}

interface Refusal {
  readonly kind: "refused";
  readonly reason: string;
}

const RENDER_LIMIT_MS = 45_000;
/** Enough for a track of twelve hours. */
const DRAW_LIMIT_MS = 300_000;
const TOO_SLOW = "Reading this file takes too long at the moment";

type Media = Pick<MediaRun, "childUrl" | "fileLimitMs">;

/** An excerpt of a track as the engine plays it, as MP3. */
export async function renderSound(
  piece: SoundPiece,
  { media, signal }: { readonly media: Media; readonly signal: AbortSignal },
): Promise<
  { readonly kind: "sound"; readonly sound: Buffer; readonly joinAtMs: number | null } | Refusal
> {
  const job = { kind: "render", ...piece, niceness: niceness.awaited } as const;
  const limit = AbortSignal.timeout(RENDER_LIMIT_MS);
  const run = { ...media, job, signal: AbortSignal.any([signal, limit]) };
  return await orRefusal(async () => {
    for await (const result of runMediaJob(run)) {
      if (result.kind === "refused") return { kind: "refused", reason: result.reason };
      if (result.kind !== "sound") continue;
      const sound = Buffer.from(result.base64, "base64");
      return { kind: "sound", sound, joinAtMs: result.joinAtMs };
    }
    throw new Error("the media child rendered nothing");
  }, limit);
}

/** The waveform of a file, compressed. */
export async function drawWaveform(
  filePath: string,
  { media, signal }: { readonly media: Media; readonly signal: AbortSignal },
): Promise<{ readonly kind: "waveform"; readonly packed: Buffer } | Refusal> {
  const job = { kind: "peaks", paths: [filePath], niceness: niceness.awaited } as const;
  const limit = AbortSignal.timeout(DRAW_LIMIT_MS);
  const run = { ...media, job, signal: AbortSignal.any([signal, limit]) };
  return await orRefusal(async () => {
    for await (const result of runMediaJob(run)) {
      if (result.kind === "refused") return { kind: "refused", reason: result.reason };
      if (result.kind === "peaks")
        return { kind: "waveform", packed: Buffer.from(result.peaks, "base64") };
    }
    throw new Error("the media child drew nothing");
  }, limit);
}

async function orRefusal<Outcome>(
  work: () => Promise<Outcome | Refusal>,
  limit: AbortSignal,
): Promise<Outcome | Refusal> {
  try {
    return await work();
  } catch (error) {
    if (limit.aborted) return { kind: "refused", reason: TOO_SLOW };
    if (error instanceof MediaChildError && error.isFilesFault)
      return { kind: "refused", reason: error.message };
    throw error;
  }
}
