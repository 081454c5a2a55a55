import { contentKinds } from "@neonrelay/contract";
import * as z from "zod";

/** What a play says in a report. */
export const reportPlaySchema = z.object({
  id: z.uuid(),
  startedAtMs: z.number(),
  /** `live`: a title of a DJ, `stream`: of an external stream. */
  kind: z.enum([...contentKinds, "live", "stream"]),
  /** null: not in the library. */
  trackId: z.uuid().nullable(),
  artist: z.string(),
  title: z.string(),
  album: z.string(),
  label: z.string(),
  isrc: z.string(),
  djName: z.string(),
  /** Length of the recording; null: unknown. */
  durationMs: z.number().nullable(),
  playedMs: z.number(),
  /** Listening time. */
  seconds: z.number(),
  atStart: z.int(),
  joined: z.int(),
  /** Listening time by country; "": unknown. */
  countries: z.record(z.string(), z.number()),
});
export type ReportPlay = z.infer<typeof reportPlaySchema>;
