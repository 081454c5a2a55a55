import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { DecodeError } from "../audio/decode-error.ts";
import { openDecoder, type Decoder } from "../audio/decoder.ts";
import type { DecoderInfo } from "../audio/open-codec.ts";
import { CHANNELS, SAMPLE_RATE_HZ } from "../audio/pcm-format.ts";
import { SoundPrinter } from "../audio/sound-printer.ts";
import { storeArtwork } from "./artwork.ts";
import { createChannelMeter } from "./channel-meter.ts";
import { findCues, type FoundCues } from "./cue-rules.ts";
import { findNamedCover } from "./folder-cover.ts";
import { createQuietMeter } from "./quiet-meter.ts";
import { fileRefusal } from "./file-refusal.ts";
import { createLoudnessMeter, type Loudness } from "./loudness-meter.ts";
import type { MediaResult } from "./media-jobs.ts";
import { createWaveformMeter } from "./peaks.ts";
import { readTrackTags } from "./track-tags.ts";
import { findTroubles, type Trouble } from "./trouble-rules.ts";

const MS_PER_HOUR = 3_600_000;
const PROGRESS_SAMPLES = 60 * SAMPLE_RATE_HZ;
export const MAX_TRACK_MS = 12 * MS_PER_HOUR;
/** A hundred thousand tags cost FFmpeg about 15 s of CPU time, and would again before each play. */
export const MAX_OPEN_MS = 3000;

const SLOW_TO_OPEN =
  "Opening this file takes too long: it has far too many tags, or they are damaged; remove them";

type Checked =
  | { readonly kind: "readable"; readonly sizeBytes: number; readonly modifiedAtMs: number }
  | { readonly kind: "refused"; readonly reason: string };

type Listened =
  | {
      readonly kind: "heard";
      readonly info: DecoderInfo;
      readonly durationMs: number;
      readonly loudness: Loudness;
      readonly cues: FoundCues | null;
      readonly quietestDb: number | null;
      readonly dcOffset: number;
      readonly troubles: readonly Trouble[];
      readonly peaks: Buffer;
      readonly soundPrint: Buffer | null;
    }
  | { readonly kind: "refused"; readonly reason: string };

/**
 * Decodes a whole file and reads its tags and cover, which may be a file beside it; covers go into `artworkFolder`.
 * Anything wrong with the file is a refusal; only a broken disk or a bug throws.
 * @param onProgress called after each decoded minute
 */
export async function analyseFile({
  filePath,
  artworkFolder,
  longestMs,
  longestOpenMs,
  onProgress,
}: {
  readonly filePath: string;
  readonly artworkFolder: string;
  readonly longestMs: number;
  /** CPU time that opening it may take. */
  readonly longestOpenMs: number;
  readonly onProgress: (decodedMs: number) => Promise<void>;
}): Promise<MediaResult> {
  const checked = await checkFile(filePath);
  if (checked.kind === "refused")
    return { kind: "refused", path: filePath, reason: checked.reason };
  const listened = await listen({ filePath, longestMs, longestOpenMs, onProgress });
  if (listened.kind === "refused")
    return { kind: "refused", path: filePath, reason: listened.reason };
  const { picture, ...tags } = await readTrackTags(filePath);
  const { sizeBytes, modifiedAtMs } = checked;
  const { info, durationMs, loudness, cues, troubles, peaks, soundPrint } = listened;
  const { quietestDb, dcOffset } = listened;
  return {
    kind: "analysed",
    path: filePath,
    analysis: {
      ...tags,
      codec: info.codec,
      bitrateKbps: info.bitrateKbps ?? Math.round((sizeBytes * 8) / durationMs),
      sampleRateHz: info.sampleRateHz,
      channels: info.channels,
      durationMs,
      ...loudness,
      quietestDb,
      dcOffset,
      cues,
      troubles: troubles.map((trouble) => ({ ...trouble })),
      soundPrint: soundPrint?.toString("base64") ?? null,
      // Used instead of a damaged picture in the file.
      artworkName:
        (picture === null ? null : await storeArtwork({ picture, folder: artworkFolder })) ??
        (await findNamedCover(filePath, artworkFolder)),
      sizeBytes,
      modifiedAtMs,
      peaks: peaks.toString("base64"),
    },
  };
}

/** The waveform alone. */
export async function drawFile({
  filePath,
  longestMs,
  onProgress,
}: {
  readonly filePath: string;
  readonly longestMs: number;
  readonly onProgress: (decodedMs: number) => Promise<void>;
}): Promise<MediaResult> {
  const checked = await checkFile(filePath);
  if (checked.kind === "refused")
    return { kind: "refused", path: filePath, reason: checked.reason };
  const { add, result } = createWaveformMeter();
  try {
    const decoder = openDecoder(filePath);
    try {
      await decodeInto({
        add,
        decoder,
        maxSamples: (longestMs * SAMPLE_RATE_HZ) / 1000,
        onProgress,
      });
    } finally {
      decoder.close();
    }
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    return { kind: "refused", path: filePath, reason: error.message };
  }
  return { kind: "peaks", path: filePath, peaks: result().toString("base64") };
}

async function checkFile(filePath: string): Promise<Checked> {
  try {
    const file = await stat(filePath);
    if (!file.isFile()) return { kind: "refused", reason: "This is not a regular file" };
    if (file.size === 0) return { kind: "refused", reason: "The file is empty" };
    await access(filePath, constants.R_OK);
    return { kind: "readable", sizeBytes: file.size, modifiedAtMs: file.mtimeMs };
  } catch (error) {
    return { kind: "refused", reason: fileRefusal(error) };
  }
}

async function listen({
  filePath,
  longestMs,
  longestOpenMs,
  onProgress,
}: {
  readonly filePath: string;
  readonly longestMs: number;
  readonly longestOpenMs: number;
  readonly onProgress: (decodedMs: number) => Promise<void>;
}): Promise<Listened> {
  const meter = createLoudnessMeter({ sampleRateHz: SAMPLE_RATE_HZ, findsTruePeak: true });
  const peaks = createWaveformMeter();
  const channels = createChannelMeter(SAMPLE_RATE_HZ);
  const quiet = createQuietMeter();
  const maxSamples = (longestMs * SAMPLE_RATE_HZ) / 1000;
  let heard: Decoded;
  let info: DecoderInfo;
  let declaredMs: number | null;
  let soundPrint: Buffer | null;
  try {
    const before = process.cpuUsage();
    const decoder = openDecoder(filePath);
    const printer = SoundPrinter.open();
    try {
      const { user, system } = process.cpuUsage(before);
      if ((user + system) / 1000 > longestOpenMs) return { kind: "refused", reason: SLOW_TO_OPEN };
      info = decoder.info;
      declaredMs = decoder.declaredMs;
      heard = await decodeInto({
        add: (piece) => {
          for (const each of [meter, peaks, channels, quiet]) each.add(piece);
          printer?.add(piece);
        },
        decoder,
        maxSamples,
        onProgress,
      });
      soundPrint = printer?.finish() ?? null;
    } finally {
      decoder.close();
      printer?.close();
    }
  } catch (error) {
    if (error instanceof DecodeError) return { kind: "refused", reason: error.message };
    throw error;
  }
  const { samples, isBroken } = heard;
  if (samples === 0)
    return { kind: "refused", reason: "The file holds no sound that can be decoded" };
  if (samples > maxSamples) return { kind: "refused", reason: tooLong(longestMs) };
  const durationMs = Math.max(1, Math.round((samples * 1000) / SAMPLE_RATE_HZ));
  const loudness = meter.result();
  const { integratedLufs } = loudness;
  const momentaryLufs = meter.momentary();
  const cues = findCues({ momentaryLufs, integratedLufs, durationMs });
  const facts = channels.facts();
  const quietestDb =
    cues === null ? null : quiet.quietestDb(cues.cueInMs, cues.cueOutMs ?? durationMs);
  const troubles = findTroubles({
    integratedLufs,
    momentaryLufs,
    durationMs,
    declaredMs,
    channels: info.channels,
    isBroken,
    facts,
    sampleRateHz: SAMPLE_RATE_HZ,
  });
  const found = {
    cues,
    quietestDb,
    dcOffset: facts.dcOffset,
    troubles,
    peaks: peaks.result(),
    soundPrint,
  };
  return { kind: "heard", info, durationMs, loudness, ...found };
}

interface Decoded {
  readonly samples: number;
  /** The rest can't be decoded. */
  readonly isBroken: boolean;
}

/** Decodes until the end, the first undecodable place, or the limit. */
async function decodeInto({
  add,
  decoder,
  maxSamples,
  onProgress,
}: {
  readonly add: (piece: Float32Array) => void;
  readonly decoder: Decoder;
  readonly maxSamples: number;
  readonly onProgress: (decodedMs: number) => Promise<void>;
}): Promise<Decoded> {
  let samples = 0;
  let toldSamples = 0;
  try {
    for (let piece = decoder.read(); piece !== undefined; piece = decoder.read()) {
      add(piece);
      samples += piece.length / CHANNELS;
      if (samples > maxSamples) break;
      if (samples - toldSamples < PROGRESS_SAMPLES) continue;
      toldSamples = samples;
      await onProgress((samples * 1000) / SAMPLE_RATE_HZ);
    }
  } catch (error) {
    // Playout would end the track there too, so what was heard until then is the track.
    if (!(error instanceof DecodeError) || samples === 0) throw error;
    return { samples, isBroken: true };
  }
  return { samples, isBroken: false };
}

function tooLong(longestMs: number): string {
  return `The track is longer than ${longestMs / MS_PER_HOUR} hours: split it`;
}
