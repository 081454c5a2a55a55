import { runPart } from "@neonrelay/process/part";
import { EarlyEngine } from "./engine-host/early-engine.ts";
import { realEngineUrl, spawnEngineOf } from "./engine-host/engine-process.ts";
import { findChildConfinement } from "./start/child-confinement.ts";
import { onAirConfigSchema } from "./start/config.ts";
import { startOnAir } from "./start/start-on-air.ts";

const earlyEngine = new EarlyEngine();
await runPart({
  title: "packages/on-air",
  prepare: async () => {
    const { engine } = await findChildConfinement();
    earlyEngine.start(() => spawnEngineOf(realEngineUrl, engine.wrapper));
  },
  parseConfig: (value) => onAirConfigSchema.parse(value),
  start: (config, report, channel) => startOnAir({ config, report, channel, earlyEngine }),
});
