import * as z from "zod/mini";
import { stationSettingsSchema } from "./settings.ts";

/** A time zone known to this machine. Checking loads all zones, so responses don't use this schema. */
export const settableTimeZoneSchema = stationSettingsSchema.shape.timeZone.check(
  z.refine(isTimeZone, "enter a time zone such as Europe/Berlin"),
);

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
