import * as z from "zod";

/** An on-air elsewhere that carries the mounts of this one. */
export const edgeStateSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Where its listeners find it, without a mount; null: it is not offered to players. */
  publicUrl: z.string().nullable(),
  weight: z.int(),
  /** `loop`: it can't hear this station and plays its own loop; `away`: it does not report. */
  state: z.enum(["carrying", "loop", "away"]),
  listeners: z.int(),
  /** How far it is behind this station, in ms; null: not known. */
  lagMs: z.number().nullable(),
  /** Wall clock, in ms: since when it reports, or when it did last. */
  sinceMs: z.number(),
  /** How long listeners have listened there in all. */
  listenerSeconds: z.number(),
});
export type EdgeState = z.infer<typeof edgeStateSchema>;
