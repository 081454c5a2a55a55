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
