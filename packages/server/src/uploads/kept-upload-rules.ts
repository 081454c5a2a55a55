export const UPLOAD_DAY_MS = 24 * 60 * 60_000;

/** Refused uploads are kept for a retry up to this, all together. */
export const MAX_KEPT_BYTES = 2 * 1024 ** 3;

interface KeptUpload {
  readonly id: string;
  readonly sizeBytes: number;
  readonly changedAt: Date;
}

/** Which refused uploads are no longer kept: those of yesterday, and the oldest of too many. @param kept the oldest first */
export function keptTooLong<Kept extends KeptUpload>(
  kept: readonly Kept[],
  nowMs: number,
): readonly Kept[] {
  let bytes = kept.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return kept.filter(({ sizeBytes, changedAt }) => {
    const isTooOld = nowMs - changedAt.getTime() >= UPLOAD_DAY_MS;
    if (!isTooOld && bytes <= MAX_KEPT_BYTES) return false;
    bytes -= sizeBytes;
    return true;
  });
}
