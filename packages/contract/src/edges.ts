import * as z from "zod/mini";
import { defineCalls } from "./call.ts";

/** A remote stream server that relays the station's mounts and reports to it. */
export const edgeSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Base URL for players, without a mount; null: players are not sent there. */
  publicUrl: z.nullable(z.string()),
  weight: z.int(),
  /** `loop`: it has lost the station and plays the emergency loop; `away`: it does not report. */
  state: z.enum(["carrying", "loop", "away"]),
  listeners: z.int(),
  /** Delay behind the station, in ms; null: unknown. */
  lagMs: z.nullable(z.number()),
  /** Reporting since, or last report. */
  since: z.iso.datetime(),
  /** Total listening time there, in hours. */
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
