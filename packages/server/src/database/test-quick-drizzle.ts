/** Loaded with --import by the suites' processes. */
import { quickenDrizzle } from "./quick-drizzle.ts";

quickenDrizzle();
