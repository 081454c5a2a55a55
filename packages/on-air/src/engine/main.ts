/** The process `engine`: decodes, mixes and encodes for on-air. What it is told and says: engine-protocol.ts. */
import { createLog } from "@neonrelay/process/log";
import { readJsonLines } from "@neonrelay/process/json-lines";
import { Deck } from "./deck.ts";
import { synthesiseEmergencyLoop } from "./emergency-loop.ts";
import { Engine } from "./engine.ts";
import { toEngineSchema, type ToEngine } from "./engine-protocol.ts";
import { FramePipe } from "./frame-pipe.ts";

const FRAME_FD = 3;
const MAX_LINE_BYTES = 1024 * 1024;
/** Longest that the last events may take to reach on-air, in ms. */
const FLUSH_LIMIT_MS = 200;
const START_LIMIT_MS = 20_000;
const START_STEP_MS = 5;

process.title = "engine";
const log = createLog({ part: "engine", level: "info" });
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => process.exit(0));
await run();

async function run(): Promise<void> {
  const pipe = new FramePipe({ fd: FRAME_FD, onBroken: () => process.exit(0) });
  const decks = ["A", "B"].map(
    (name) =>
      new Deck({
        name,
        onDeath: (cause) => {
          log.fatal({ deck: name, error: cause }, "a deck's thread died");
          leave(pipe);
        },
      }),
  );
  const emergencyPcm = synthesiseEmergencyLoop();
  await allUp(decks);
  pipe.sendEvent({ kind: "ready" });
  let engine: Engine | undefined;
  for await (const message of commands()) {
    if (message.kind !== "start") engine?.obey(message);
    else if (engine === undefined) {
      const onHung = (deck: string): void => {
        log.fatal({ deck }, "a deck hangs in native code");
        leave(pipe);
      };
      engine = new Engine({ start: message, decks, pipe, log, emergencyPcm, onHung });
      engine.run();
    }
  }
  process.exit(0);
}

async function* commands(): AsyncGenerator<ToEngine, void, undefined> {
  for await (const value of readJsonLines(process.stdin, { maxLineBytes: MAX_LINE_BYTES })) {
    const parsed = toEngineSchema.safeParse(value);
    if (parsed.success) yield parsed.data;
    else log.error({ error: parsed.error }, "message not understood");
  }
}

async function allUp(decks: readonly Deck[]): Promise<void> {
  const limit = AbortSignal.timeout(START_LIMIT_MS);
  while (!decks.every((deck) => deck.isUp)) {
    limit.throwIfAborted();
    await new Promise((resolve) => setTimeout(resolve, START_STEP_MS));
  }
}

/**
 * Ends the process so that on-air starts another. A thread that hangs in native code would keep `process.exit`
 * waiting for ever, so that only the kernel can end it.
 */
function leave(pipe: FramePipe): void {
  pipe.flush(FLUSH_LIMIT_MS, () => process.kill(process.pid, "SIGKILL"));
}
