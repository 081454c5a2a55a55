import { flushCompileCache } from "node:module";
import { deckReaderUrl } from "./deck.ts";
import { runEngine } from "./run-engine.ts";

// The process is killed without a warning, so compiled code is saved for the next start right now.
flushCompileCache();
await runEngine(deckReaderUrl);
