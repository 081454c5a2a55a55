import type { DoctorCheck } from "@neonrelay/contract";

/** Result of a check. */
export type Finding = Pick<DoctorCheck, "state" | "found" | "advice">;

export function well(found: string): Finding {
  return { state: "ok", found, advice: null };
}

export function warning(found: string, advice: string): Finding {
  return { state: "warning", found, advice };
}

export function bad(found: string, advice: string): Finding {
  return { state: "bad", found, advice };
}

/** Why something failed, in a word or two: the system's code if there is one. */
export function shortReasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // A fetch error only means something through its cause.
  if (error.cause instanceof Error) return shortReasonOf(error.cause);
  if (error instanceof AggregateError && error.errors.length > 0)
    return shortReasonOf(error.errors[0]);
  return "code" in error && typeof error.code === "string" ? error.code : error.message;
}
