import { runPart } from "@neonrelay/process/part";
import { edgeConfigSchema } from "./start/config.ts";
import { startEdge } from "./start/start-edge.ts";

await runPart({
  title: "neonrelay edge",
  parseConfig: (value) => edgeConfigSchema.parse(value),
  start: (config, report) => startEdge({ config, report }),
});
