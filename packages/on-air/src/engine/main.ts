import { flushCompileCache } from "node:module";
import { deckReaderUrl } from "./deck.ts";
import { runEngine } from "./run-engine.ts";

// The process is killed without warning, so save compiled code for the next start now.
flushCompileCache();
await runEngine(deckReaderUrl);
