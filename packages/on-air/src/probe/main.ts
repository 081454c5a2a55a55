import { flushCompileCache } from "node:module";
import { runProbe } from "./run-probe.ts";

// It is ended without asking: what was compiled is kept for the next start now, or never.
flushCompileCache();
await runProbe();
