import type { doctorApi } from "@neonrelay/contract";
import type { HandlersFor } from "../http-kit/route.ts";
import type { Doctor } from "./doctor.ts";

export function doctorHandlers(doctor: Doctor): HandlersFor<typeof doctorApi> {
  return { getDoctorReport: async () => await doctor() };
}
