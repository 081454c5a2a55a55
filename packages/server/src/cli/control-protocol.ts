import * as z from "zod";

/** Request of a station command to the running station: one per connection, as a JSON line. */
export const controlRequestSchema = z.object({ args: z.array(z.string()).max(20) });

/** The answer: lines to print, then the outcome. */
export const controlAnswerSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("line"), text: z.string() }),
  z.object({ kind: z.literal("done"), exitCode: z.int() }),
]);
export type ControlAnswer = z.infer<typeof controlAnswerSchema>;

export const MAX_CONTROL_LINE_BYTES = 64 * 1024;
