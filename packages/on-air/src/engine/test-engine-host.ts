/**
 * Runs one engine after another in one process, over the real pipes; `"next"` ends one and is answered with `ready`.
 * For tests: started by `EngineHost` in test-engine.ts.
 */
import { readJsonLines } from "@neonrelay/process/json-lines";
import { createLog } from "@neonrelay/process/log";
import { Deck, deckReaderUrl } from "./deck.ts";
import { synthesiseEmergencyLoop } from "./emergency-loop.ts";
import { Engine } from "./engine.ts";
import { toEngineSchema, type BlockHeader, type EngineEvent } from "./engine-protocol.ts";
import { FramePipe } from "./frame-pipe.ts";

const MAX_LINE_BYTES = 1024 * 1024;
const STEP_MS = 5;

/** An engine's pipe to its test. Once the test is over nothing more is sent or produced. */
class TestPipe {
  readonly #pipe: FramePipe;
  isOver = false;

  constructor(pipe: FramePipe) {
    this.#pipe = pipe;
  }

  get isCongested(): boolean {
    return this.isOver || this.#pipe.isCongested;
  }

  sendEvent(event: EngineEvent): void {
    if (!this.isOver) this.#pipe.sendEvent(event);
  }

  sendBlock(header: BlockHeader, bytes: Buffer): void {
    if (!this.isOver) this.#pipe.sendBlock(header, bytes);
  }
}

const framePipe = new FramePipe({ fd: 3, onBroken: () => process.exit(0) });
const emergencyPcm = synthesiseEmergencyLoop();
const decks = ["A", "B", "C", "D"].map((name) => {
  const isSpare = name === "C" || name === "D";
  return new Deck({ name, reader: deckReaderUrl, isSpare, onDeath: () => process.exit(1) });
});
while (!decks.every(({ isUp, isSpare }) => isUp || isSpare))
  await new Promise((done) => setTimeout(done, STEP_MS));

let pipe = new TestPipe(framePipe);
let engine: Engine | undefined;
for await (const line of readJsonLines(process.stdin, { maxLineBytes: MAX_LINE_BYTES })) {
  if (line === "next") {
    // This closes its encoders and loops.
    engine?.execute({ kind: "set-mounts", mounts: [] });
    pipe.isOver = true;
    engine = undefined;
    for (const deck of decks) if (deck.isUp) deck.unload();
    pipe = new TestPipe(framePipe);
    pipe.sendEvent({ kind: "ready" });
    continue;
  }
  const message = toEngineSchema.parse(line);
  if (message.kind !== "start") engine?.execute(message);
  else {
    const log = createLog({ part: "engine", level: "silent" });
    const onHung = (): void => process.exit(1);
    engine = new Engine({ start: message, decks, pipe, log, emergencyPcm, onHung });
    engine.run();
  }
}
process.exit(0);
