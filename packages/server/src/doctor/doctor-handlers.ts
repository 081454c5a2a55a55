import { doctorApi } from "@neonrelay/contract";
import { feature } from "../http-kit/route.ts";
import type { Doctor } from "./doctor.ts";

export const doctorFeature = feature(doctorApi, ({ doctor }: { readonly doctor: Doctor }) => ({
  getDoctorReport: async () => await doctor(),
}));
