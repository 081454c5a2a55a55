import * as z from "zod/mini";
import { defineCalls } from "./call.ts";

/** How an import changes one part of the programme. */
const programmeChangeSchema = z.object({
  what: z.enum(["settings", "playlist", "clock", "show", "entry", "holiday"]),
  /** For an entry: what is on and its first start; for a holiday: with its date. */
  name: z.string(),
  change: z.enum(["made", "changed", "unchanged"]),
  /** Tracks, slots and hosts of the file that this station lacks. */
  leftOut: z.array(z.string()),
});
export type ProgrammeChange = z.infer<typeof programmeChangeSchema>;

/** Import of the programme from a file; pages need not know its contents. */
export const programmeImportCalls = defineCalls({
  importProgramme: {
    method: "POST",
    path: "/api/programme/file",
    response: z.object({
      isDryRun: z.boolean(),
      changes: z.array(programmeChangeSchema),
      /** Parts of the file that this version does not know. */
      leftOut: z._default(z.array(z.string()), []),
    }),
  },
});
