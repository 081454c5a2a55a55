import path from "node:path";
import { cleanText } from "../text/clean-text.ts";

/** Target loudness of ReplayGain 2. */
const REPLAY_GAIN_LUFS = -18;
/** Target loudness of the R128 gains of Opus, and the step they count in (Q7.8, RFC 7845 §5.2.1). */
const R128_LUFS = -23;
const R128_STEPS_PER_DB = 256;
/** No music needs more: such a tag is damaged. */
const LARGEST_GAIN_DB = 60;

/** Makes a tag fit for display. @returns null when nothing is left */
export function cleanTagText(raw: string | undefined): string | null {
  const text = cleanText(raw ?? "");
  return text === "" ? null : text;
}

/** Title of a track without one: `03_-_night_drive.ogg` gives "night drive". */
export function titleFromPath(filePath: string): string {
  const name = path.basename(filePath, path.extname(filePath));
  const worded = name.replaceAll(/_-_/g, " - ");
  const spaced = worded.includes(" ") ? worded : worded.replaceAll(/[-_]+/g, " ");
  const readable = cleanTagText(spaced.replaceAll("_", " ")) ?? "Untitled";
  return cleanTagText(readable.replace(/^\d{1,3}(?: ?[-.)])? (\S)/, "$1")) ?? readable;
}

const IS_NUMBER = /^\d{1,3}$/;

/** Parses a file name for lack of tags: `Artist - Title`, or else a title alone. */
export function songFromPath(filePath: string): {
  readonly artist: string;
  readonly title: string;
} {
  const name = titleFromPath(filePath);
  const [artist = "", ...rest] = name.split(" - ").map((part) => part.trim());
  // `Album - 01 - Title` has a number in the middle.
  const title = rest
    .filter((part, index) => index === rest.length - 1 || !IS_NUMBER.test(part))
    .join(" - ");
  return title === "" || !/\p{L}/u.test(artist) ? { artist: "", title: name } : { artist, title };
}

/** A tag's year or track number; null when implausible. */
export function cleanTagNumber(raw: number | null | undefined): number | null {
  if (raw === undefined || raw === null) return null;
  return Number.isInteger(raw) && raw > 0 && raw <= 9999 ? raw : null;
}

/**
 * [P6] A track's loudness by its tags, in LUFS; null without a plausible tag.
 * @param r128Gain the tag's value in the file
 */
export function loudnessOfTags({
  replayGainDb,
  r128Gain,
}: {
  readonly replayGainDb: number | null;
  readonly r128Gain: unknown;
}): number | null {
  const steps = typeof r128Gain === "string" && /^\s*[-+]?\d+\s*$/.test(r128Gain);
  const r128Db = steps ? Number(r128Gain) / R128_STEPS_PER_DB : null;
  if (isSensible(r128Db)) return R128_LUFS - r128Db;
  return isSensible(replayGainDb) ? REPLAY_GAIN_LUFS - replayGainDb : null;
}

function isSensible(gainDb: number | null): gainDb is number {
  return gainDb !== null && Math.abs(gainDb) <= LARGEST_GAIN_DB;
}
