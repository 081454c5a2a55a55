import * as z from "zod";

/** A remote on-air that carries this one's mounts. */
export const edgeStateSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Its public address without a mount; null: not offered to players. */
  publicUrl: z.string().nullable(),
  weight: z.int(),
  /** `loop`: it can't hear this station and plays its own loop; `away`: it does not report. */
  state: z.enum(["carrying", "loop", "away"]),
  listeners: z.int(),
  /** How far it is behind this station, in ms; null if unknown. */
  lagMs: z.number().nullable(),
  /** Wall clock, ms: reporting since then, or last report. */
  sinceMs: z.number(),
  /** Its total listened time. */
  listenerSeconds: z.number(),
});
export type EdgeState = z.infer<typeof edgeStateSchema>;
