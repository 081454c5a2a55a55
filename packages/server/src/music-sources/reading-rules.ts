/** What decides whether a source is read, and what its missing tracks mean. */
interface ReadingSituation {
  readonly nowMs: number;
  readonly everyMs: number;
  /** When the station last looked at it; null: never. */
  readonly lookedAtMs: number | null;
  /** A reading was interrupted. */
  readonly isUnderWay: boolean;
  /** An operator wants it. */
  readonly isWanted: boolean;
}

/** Once a day a source is read whole even when it says that nothing has changed. */
const TRUSTED_MS = 24 * 60 * 60_000;
/** Fewer missing tracks than this are believed at once. */
const FEW_TRACKS = 20;

/** Whether it is time to look at a source. */
export function isLookDue(situation: ReadingSituation): boolean {
  const { nowMs, everyMs, lookedAtMs, isUnderWay, isWanted } = situation;
  return isWanted || isUnderWay || lookedAtMs === null || nowMs - lookedAtMs >= everyMs;
}

/** What to do after the look. */
export function decideReading(
  situation: ReadingSituation & {
    readonly isScanning: boolean;
    readonly stamp: string | null;
    /** Of the last whole reading. */
    readonly stampBefore: string | null;
    /** When that was; null: it was never read whole. */
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
 * What to make of tracks that a whole reading did not see. A server whose disk is away answers as well, with an empty
 * library or half of one: many missing tracks are believed only when two readings in a row miss as many.
 * @param missedBefore how many the last whole reading missed, when it was not believed; 0 otherwise
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
