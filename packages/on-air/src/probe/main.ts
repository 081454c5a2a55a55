import { flushCompileCache } from "node:module";
import { runProbe } from "./run-probe.ts";

// The process is killed without warning, so save compiled code for the next start now.
flushCompileCache();
await runProbe();
