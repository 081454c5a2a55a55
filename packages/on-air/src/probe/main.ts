import { runProbe } from "./run-probe.ts";

await runProbe();
