/** For the processes of suites, which are given it with --import. */
import { quickenDrizzle } from "./quick-drizzle.ts";

quickenDrizzle();
