import type { Attention, TrackTrouble, TroubledTrack } from "@neonrelay/contract/callers";
import { formatClock } from "../../../ui/format-time.ts";

/** Problems with the sound; texts have their own list. */
export type SoundTrouble = Exclude<TrackTrouble, "misread">;

export const troubleNames: Readonly<Record<SoundTrouble, string>> = {
  too_quiet: "Too quiet",
  clipped: "Clipped",
  silent_inside: "Silent inside",
  silent_channel: "One side silent",
  mono: "Mono in two channels",
  cut_off: "Cut off",
  wrong_duration: "Wrong duration",
};

const advice: Readonly<Record<SoundTrouble, string>> = {
  too_quiet: "Replace it by a louder file, or take it out of the rotation.",
  clipped: "Replace it by a better file.",
  silent_inside: "Set a cue-out before the silence, or cut the file.",
  silent_channel: "Replace it, or mix it to both sides.",
  mono: "A mono file would be half the size.",
  cut_off: "Replace it by the whole file.",
  wrong_duration: "The station goes by the sound; other players may not.",
};

/** Explains a kind rule that no track matches. */
export function wordUnusedRule({ by, value }: Attention["unusedRules"][number]): string {
  const where = "It may have been renamed: check Settings, Station.";
  return by === "folder"
    ? `A rule for kinds names the folder “${value}”, but no track is in it. ${where}`
    : `A rule for kinds names the genre “${value}”, but no track has it. ${where}`;
}

/** What is wrong with a track, and what to do about it. */
export function wordTrouble({
  trouble,
  amount,
  atMs,
}: Pick<TroubledTrack, "trouble" | "amount" | "atMs">): {
  readonly what: string;
  readonly advice: string;
} {
  const number = Math.abs(amount).toFixed(1).replace(/\.0$/, "");
  const at = atMs === null ? "" : ` at ${formatClock(atMs)}`;
  switch (trouble) {
    case "too_quiet":
      return { what: `${amount.toFixed(1)} LUFS`, advice: advice[trouble] };
    case "clipped":
      return {
        what: `${Math.round(amount)} places a minute at full scale, the first${at}`,
        advice: advice[trouble],
      };
    case "silent_inside":
      return { what: `${number} s of silence${at}`, advice: advice[trouble] };
    case "silent_channel":
      return { what: "Nothing is heard on one side", advice: advice[trouble] };
    case "mono":
      return { what: "Both sides are the same", advice: advice[trouble] };
    case "cut_off":
      return {
        what: amount > 0 ? `${number} s are missing at the end` : "It ends at full level",
        advice: advice[trouble],
      };
    case "wrong_duration":
      return {
        what: `Its file says ${number} s ${amount > 0 ? "more" : "less"} than there are`,
        advice: advice[trouble],
      };
    case "misread":
      return { what: "Its texts look misread", advice: "See Texts." };
    default:
      return trouble satisfies never;
  }
}
