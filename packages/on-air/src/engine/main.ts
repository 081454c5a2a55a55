import { deckReaderUrl } from "./deck.ts";
import { runEngine } from "./run-engine.ts";

await runEngine(deckReaderUrl);
