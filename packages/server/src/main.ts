import { runPart } from "@neonrelay/process/part";
import { serverConfigSchema } from "./config/config.ts";
import { quickenDrizzle } from "./database/quick-drizzle.ts";

quickenDrizzle();
const { startServer } = await import("./start-server.ts");
await runPart({
  title: "packages/server",
  parseConfig: (value) => serverConfigSchema.parse(value),
  start: startServer,
});
