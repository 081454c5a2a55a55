import { flushCompileCache } from "node:module";
import { deckReaderUrl } from "./deck.ts";
import { runEngine } from "./run-engine.ts";

// It is ended without asking: what was compiled is kept for the next start now, or never.
flushCompileCache();
await runEngine(deckReaderUrl);
