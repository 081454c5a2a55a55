import * as z from "zod/mini";
import { defineCalls } from "./call.ts";

/** What a new station's owner does first, and whether it is done. */
export const setUpSchema = z.object({
  /** It is not the default name, or a person has confirmed that. */
  isNameChosen: z.boolean(),
  /** A person has chosen it; until then it is the system's. */
  isTimeZoneChosen: z.boolean(),
  /** The library has music besides the demo tracks. */
  hasOwnMusic: z.boolean(),
  /** The demo tracks that play among it; empty while there is no other music. */
  demoTrackIds: z.array(z.uuid()),
  /** The programme is chosen, or there is one besides the demo's. */
  isProgrammeChosen: z.boolean(),
  /** Scheduled backups are on, or a backup was made. */
  hasBackup: z.boolean(),
  /** An operator wants no reminder of the rest. */
  isDismissed: z.boolean(),
});
export type SetUp = z.infer<typeof setUpSchema>;

export const setUpCalls = defineCalls({
  getSetUp: {
    method: "GET",
    path: "/api/set-up",
    response: setUpSchema,
  },
  chooseProgramme: {
    method: "POST",
    path: "/api/set-up/programme",
    response: setUpSchema,
  },
  dismissSetUp: {
    method: "POST",
    path: "/api/set-up/dismiss",
    response: setUpSchema,
  },
});
