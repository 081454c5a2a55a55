import * as z from "zod";
import { edgeNameSchema } from "../edge/edge-protocol.ts";
import { onAirConfigSchema } from "./config.ts";

/** What the launcher passes to an edge. Validated again here, because it comes over a pipe. */
export const edgeConfigSchema = z.object({
  /** Address of the master's stream server, without a mount. */
  master: z.url({ protocol: /^https?$/ }),
  /** The master's EDGE_SECRET. */
  secret: z.string().min(1),
  name: edgeNameSchema,
  weight: z.int().min(0).max(100),
  ...onAirConfigSchema.pick({
    streamHost: true,
    streamPort: true,
    stateFolder: true,
    trustProxy: true,
    tls: true,
    limits: true,
    /** null: players are not sent here. */
    publicStreamUrl: true,
    logLevel: true,
  }).shape,
});
export type EdgeConfig = Readonly<z.infer<typeof edgeConfigSchema>>;
