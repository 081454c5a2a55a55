export const UPLOAD_DAY_MS = 24 * 60 * 60_000;

/** Maximum total size of refused uploads kept for a retry. */
export const MAX_KEPT_BYTES = 2 * 1024 ** 3;

interface KeptUpload {
  readonly id: string;
  readonly sizeBytes: number;
  readonly changedAt: Date;
}

/** Refused uploads to drop: those older than a day, and the oldest beyond the size limit. @param kept oldest first */
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
