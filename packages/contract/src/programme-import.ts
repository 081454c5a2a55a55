import * as z from "zod/mini";
import { defineCalls } from "./call.ts";

/** What an import does with a part of the file. */
const programmeChangeSchema = z.object({
  what: z.enum(["settings", "playlist", "clock", "show", "entry", "holiday"]),
  /** Of an entry: what is on, and when it first begins; of a holiday with its date. */
  name: z.string(),
  change: z.enum(["made", "changed", "unchanged"]),
  /** Tracks, slots and hosts of the file that the station lacks. */
  leftOut: z.array(z.string()),
});
export type ProgrammeChange = z.infer<typeof programmeChangeSchema>;

/** Import of the programme from a file; a page needs not know what is in it. */
export const programmeImportCalls = defineCalls({
  importProgramme: {
    method: "POST",
    path: "/api/programme/file",
    response: z.object({
      isDryRun: z.boolean(),
      changes: z.array(programmeChangeSchema),
      /** What this version does not know in the file. */
      leftOut: z._default(z.array(z.string()), []),
    }),
  },
});
