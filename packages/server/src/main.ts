import { runPart } from "@neonrelay/process/part";
import { serverConfigSchema } from "./config/config.ts";
import { startServer } from "./start-server.ts";

await runPart({
  title: "packages/server",
  parseConfig: (value) => serverConfigSchema.parse(value),
  start: startServer,
});
