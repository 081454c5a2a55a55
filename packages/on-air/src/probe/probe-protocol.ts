import * as z from "zod";

/**
 * The protocol between on-air and its child probe, as JSON lines. On the child's stdin: the mounts to listen at, resent
 * whenever they change. On its stdout: a report for each mount and round. The end of stdin means stop.
 */
export const probeOrderSchema = z.object({
  mounts: z.array(
    z.object({
      path: z.string(),
      url: z.url(),
      /** `stream`: one endless answer; `hls`: a playlist. */
      kind: z.enum(["stream", "hls"]),
    }),
  ),
  /** How long it listens at a time, in ms. */
  roundMs: z.number(),
});
export type ProbeOrder = z.infer<typeof probeOrderSchema>;

export const probeReportSchema = z.object({
  path: z.string(),
  heard: z.discriminatedUnion("kind", [
    /** No connection; `detail` is a sentence for people. */
    z.object({ kind: z.literal("refused"), detail: z.string() }),
    /** What came is not sound. */
    z.object({ kind: z.literal("undecodable") }),
    /** Nothing came for a while, or at all. */
    z.object({ kind: z.literal("stalled") }),
    z.object({
      kind: z.literal("sound"),
      /** Of the loudest second, in dBFS; null: digital silence. */
      levelDb: z.number().nullable(),
      /** The newest `StreamTitle`; null on a mount without titles. */
      title: z.string().nullable(),
      /** How long it has been that one, in ms. */
      titleAgeMs: z.number().nullable(),
    }),
  ]),
});
export type ProbeReport = z.infer<typeof probeReportSchema>;
export type Heard = ProbeReport["heard"];
