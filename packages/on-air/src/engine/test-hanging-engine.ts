/** The engine, with decks that hang after a second of sound. For tests. */
import { runEngine } from "./run-engine.ts";

await runEngine(new URL("test-hanging-reader.ts", import.meta.url));
