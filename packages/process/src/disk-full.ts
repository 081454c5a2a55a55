/** Codes for a full disk or quota: the system's, PostgreSQL's, and the errno values of PGlite's file system. */
const fullCodes: readonly unknown[] = ["ENOSPC", "EDQUOT", "53100", 51, 19];
const fullMessage = /no space left on device|disk quota exceeded|disk full/i;

/** Whether a failure is due to a full disk. PGlite's file system throws plain values, not Errors. */
export function isDiskFull(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false;
  if ("code" in error && fullCodes.includes(error.code)) return true;
  if ("errno" in error && fullCodes.includes(error.errno)) return true;
  if ("message" in error && fullMessage.test(String(error.message))) return true;
  if (error instanceof AggregateError) return error.errors.some(isDiskFull);
  return "cause" in error && isDiskFull(error.cause);
}
