import * as z from "zod/mini";
import { defineCalls } from "./call.ts";

/** A stream server elsewhere that carries the station's mounts, and reports to it. */
export const edgeSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Where players find it, without a mount; null: they are not sent there. */
  publicUrl: z.nullable(z.string()),
  weight: z.int(),
  /** `loop`: it can't hear the station and plays the emergency loop; `away`: it does not report. */
  state: z.enum(["carrying", "loop", "away"]),
  listeners: z.int(),
  /** How far it is behind the station, in ms; null: not known. */
  lagMs: z.nullable(z.number()),
  /** Since when it reports, or when it did last. */
  since: z.iso.datetime(),
  /** How long listeners have listened there in all. */
  listenerHours: z.number(),
});

export type Edge = z.infer<typeof edgeSchema>;

export const edgesCalls = defineCalls({
  listEdges: {
    method: "GET",
    path: "/api/stream/edges",
    response: z.array(edgeSchema),
  },
});
