/** The situation in which to decide about reading a source. */
interface ReadingSituation {
  readonly nowMs: number;
  readonly everyMs: number;
  /** When the station last checked it; null: never. */
  readonly lookedAtMs: number | null;
  /** A reading was interrupted. */
  readonly isUnderWay: boolean;
  /** Requested by an operator. */
  readonly isWanted: boolean;
}

/** A complete reading once a day, even if the source reports no changes. */
const TRUSTED_MS = 24 * 60 * 60_000;
/** Fewer missing tracks than this are believed at once. */
const FEW_TRACKS = 20;

/** Whether it is time to check a source. */
export function isLookDue(situation: ReadingSituation): boolean {
  const { nowMs, everyMs, lookedAtMs, isUnderWay, isWanted } = situation;
  return isWanted || isUnderWay || lookedAtMs === null || nowMs - lookedAtMs >= everyMs;
}

/** What to do after the check. */
export function decideReading(
  situation: ReadingSituation & {
    readonly isScanning: boolean;
    readonly stamp: string | null;
    /** From the last complete reading. */
    readonly stampBefore: string | null;
    /** When that was; null: never read completely. */
    readonly readAtMs: number | null;
  },
): "read" | "unchanged" | "later" {
  const { isScanning, isWanted, isUnderWay, stamp, stampBefore, readAtMs, nowMs } = situation;
  if (isScanning) return "later";
  if (isWanted || isUnderWay || readAtMs === null) return "read";
  const isTrusted = nowMs - readAtMs < TRUSTED_MS;
  return isTrusted && stamp !== null && stamp === stampBefore ? "unchanged" : "read";
}

/**
 * What to conclude about tracks that a complete reading did not see. A server with its disk offline still answers, with
 * an empty or partial library, so many missing tracks are believed only when two consecutive readings miss the same
 * number.
 * @param missedBefore how many the last complete reading missed, if it was not believed; otherwise 0
 */
export function decideMissed({
  known,
  missed,
  missedBefore,
}: {
  readonly known: number;
  readonly missed: number;
  readonly missedBefore: number;
}): "none" | "empty" | "doubted" | "gone" {
  if (missed === 0) return "none";
  if (missed === known) return "empty";
  if (missed < FEW_TRACKS || missed * 2 <= known || missed === missedBefore) return "gone";
  return "doubted";
}
