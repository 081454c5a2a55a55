/** A message within this time, in ms, counts as immediate. */
const LATE_MS = 2000;

/** @param onLate called once if the work takes longer than a moment */
export async function whenLate<Result>(work: Promise<Result>, onLate: () => void): Promise<Result> {
  const timer = setTimeout(onLate, LATE_MS);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}
