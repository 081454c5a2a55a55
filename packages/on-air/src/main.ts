import { runPart } from "@neonrelay/process/part";
import { onAirConfigSchema } from "./start/config.ts";
import { startOnAir } from "./start/start-on-air.ts";

await runPart({
  title: "packages/on-air",
  parseConfig: (value) => onAirConfigSchema.parse(value),
  start: (config, report, channel) => startOnAir({ config, report, channel }),
});
