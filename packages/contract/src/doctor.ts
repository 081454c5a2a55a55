import * as z from "zod/mini";
import { defineCalls } from "./call.ts";

export const doctorStates = ["ok", "warning", "bad"] as const;
export type DoctorState = (typeof doctorStates)[number];

const doctorCheckSchema = z.object({
  /** Stable, for scripts. */
  id: z.string(),
  title: z.string(),
  state: z.enum(doctorStates),
  found: z.string(),
  /** What to do about it; null while healthy. */
  advice: z.nullable(z.string()),
});
export type DoctorCheck = z.infer<typeof doctorCheckSchema>;

const doctorReportSchema = z.object({
  /** The worst of all checks. */
  state: z.enum(doctorStates),
  checkedAt: z.iso.datetime(),
  checks: z.array(doctorCheckSchema),
});
export type DoctorReport = z.infer<typeof doctorReportSchema>;

export const doctorCalls = defineCalls({
  getDoctorReport: {
    method: "GET",
    path: "/api/system/doctor",
    response: doctorReportSchema,
  },
});
