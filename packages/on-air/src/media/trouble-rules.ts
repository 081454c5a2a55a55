import type { ChannelFacts } from "./channel-meter.ts";

/** Possible defects of a track's sound. */
export const troubleKinds = [
  "too_quiet",
  "clipped",
  "silent_inside",
  "silent_channel",
  "mono",
  "cut_off",
  "wrong_duration",
] as const;
type TroubleKind = (typeof troubleKinds)[number];

export interface Trouble {
  readonly kind: TroubleKind;
  /**
   * Its loudness in LUFS (too_quiet), clips per minute (clipped), seconds of silence (silent_inside), dB between the
   * channels (silent_channel, mono), missing seconds (cut_off), seconds by which the file's header overstates the
   * length (wrong_duration; negative: understates it).
   */
  readonly amount: number;
  /** Position in the file; null: all of it. */
  readonly atMs: number | null;
}

export interface HeardTrack {
  /** null: nothing is audible. */
  readonly integratedLufs: number | null;
  /** Loudness of each window of 400 ms, one every 100 ms; -Infinity for digital silence. */
  readonly momentaryLufs: readonly number[];
  readonly durationMs: number;
  /** By the file's header; null if not stated. */
  readonly declaredMs: number | null;
  /** Channels of the file, before decoding to stereo. */
  readonly channels: number;
  /** Its end could not be decoded. */
  readonly isBroken: boolean;
  readonly facts: ChannelFacts;
  readonly sampleRateHz: number;
}

/** Below this the largest gain, 12 dB, does not bring a track to -16 LUFS. */
const QUIET_LUFS = -28;
const NOTHING_LUFS = -70;
/** On average: a loud master touches full scale now and then. */
const CLIPS_PER_MINUTE = 60;
const SILENCE_LUFS = -60;
/** Half of what takes a track off air. */
const MAX_GAP_MS = 4000;
const HOP_MS = 100;
const WINDOW_MS = 400;
const SILENT_CHANNEL_DB = 50;
const AUDIBLE_PEAK = 0.01;
/** Encoders make both channels equal only to about this. */
const SAME_DB = -60;
/** An end this close to the track's loudness, or louder, has not died away. */
const CUT_LU = 3;
const SHORTEST_CUT_MS = 10_000;
const DURATION_TOLERANCE_MS = 5000;
const DURATION_TOLERANCE_SHARE = 0.05;

/** What in a track needs someone's attention, judged by all of its sound. */
export function findTroubles(heard: HeardTrack): readonly Trouble[] {
  return [
    ...quietness(heard),
    ...clipping(heard),
    ...gap(heard),
    ...sides(heard),
    ...ending(heard),
  ];
}

function quietness({ integratedLufs }: HeardTrack): readonly Trouble[] {
  const amount = integratedLufs ?? NOTHING_LUFS;
  return amount < QUIET_LUFS ? [{ kind: "too_quiet", amount, atMs: null }] : [];
}

function clipping({ facts, durationMs, sampleRateHz }: HeardTrack): readonly Trouble[] {
  // Less than a minute counts as one: a jingle is not clipped a hundred times as often.
  const amount = facts.clippedRuns / Math.max(1, durationMs / 60_000);
  if (amount < CLIPS_PER_MINUTE || facts.firstClipSample === null) return [];
  const atMs = Math.round((facts.firstClipSample * 1000) / sampleRateHz);
  return [{ kind: "clipped", amount, atMs }];
}

/** The longest silence between the first and the last sound. */
function gap({ momentaryLufs }: HeardTrack): readonly Trouble[] {
  const isHeard = (lufs: number): boolean => lufs > SILENCE_LUFS;
  const last = momentaryLufs.findLastIndex(isHeard);
  let longest = { from: 0, windows: 0 };
  let from = momentaryLufs.findIndex(isHeard);
  for (let at = from; at >= 0 && at <= last; at += 1) {
    if (!isHeard(momentaryLufs[at] ?? 0)) continue;
    const windows = at - from - 1;
    if (windows > longest.windows) longest = { from: from + 1, windows };
    from = at;
  }
  if (longest.windows === 0) return [];
  const gapMs = (longest.windows - 1) * HOP_MS + WINDOW_MS;
  return gapMs < MAX_GAP_MS
    ? []
    : [{ kind: "silent_inside", amount: gapMs / 1000, atMs: longest.from * HOP_MS }];
}

function sides({ channels, facts }: HeardTrack): readonly Trouble[] {
  const { peakLeft, peakRight, differenceDb } = facts;
  const louder = Math.max(peakLeft, peakRight);
  if (channels < 2 || louder < AUDIBLE_PEAK) return [];
  const between = 20 * Math.log10(louder / Math.max(1e-6, Math.min(peakLeft, peakRight)));
  if (between > SILENT_CHANNEL_DB) return [{ kind: "silent_channel", amount: between, atMs: null }];
  return differenceDb < SAME_DB
    ? [{ kind: "mono", amount: Math.max(-200, differenceDb), atMs: null }]
    : [];
}

function ending(heard: HeardTrack): readonly Trouble[] {
  const { durationMs, declaredMs, integratedLufs, momentaryLufs, facts, isBroken } = heard;
  const wrongByMs = declaredMs === null ? 0 : declaredMs - durationMs;
  const tolerated = Math.max(DURATION_TOLERANCE_MS, durationMs * DURATION_TOLERANCE_SHARE);
  const isWrong = Math.abs(wrongByMs) > tolerated;
  const isLoud =
    integratedLufs !== null &&
    durationMs >= SHORTEST_CUT_MS &&
    facts.endLufs > integratedLufs - CUT_LU &&
    (momentaryLufs.at(-1) ?? -Infinity) > integratedLufs - CUT_LU;
  const missingMs = isWrong ? Math.max(0, wrongByMs) : 0;
  if (isBroken || isLoud)
    return [{ kind: "cut_off", amount: missingMs / 1000, atMs: Math.round(durationMs) }];
  return isWrong ? [{ kind: "wrong_duration", amount: wrongByMs / 1000, atMs: null }] : [];
}
