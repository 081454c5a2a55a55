import { createLog, createWatchedLog } from "@neonrelay/process/log";
import { readJsonLines } from "@neonrelay/process/json-lines";
import { collectNowAndThen } from "@neonrelay/process/spare-memory";
import { Deck } from "./deck.ts";
import { synthesiseEmergencyLoop } from "./emergency-loop.ts";
import { Engine } from "./engine.ts";
import { toEngineSchema, type ToEngine } from "./engine-protocol.ts";
import { FramePipe } from "./frame-pipe.ts";

const FRAME_FD = 3;
/** One for the play on air and one for the cue. */
const residentDecks = ["A", "B"];
/**
 * For a DJ or a timed play that takes over while both others are in use, and for items over a DJ. Most stations rarely
 * need them, and a deck takes 20 MiB.
 */
const spareDecks = ["C", "D"];
const MAX_LINE_BYTES = 1024 * 1024;
/** Longest that the last events may take to reach on-air, in ms. */
const FLUSH_LIMIT_MS = 200;
/** Longest that a deck may take to stop, in ms. */
const STOP_LIMIT_MS = 1000;
const START_LIMIT_MS = 20_000;
const START_STEP_MS = 5;

// The level until on-air sends its own.
let log = createLog({ part: "engine", level: "info" });

/**
 * The `engine` process: decodes, mixes and encodes for on-air until on-air disconnects. Its messages:
 * engine-protocol.ts.
 * @param deckReader script of the decks' threads; tests pass one that misbehaves
 */
export async function runEngine(deckReader: URL): Promise<void> {
  process.title = "engine";
  collectNowAndThen();
  const stopped = Promise.withResolvers<void>();
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => stopped.resolve());
  const pipe = new FramePipe({ fd: FRAME_FD, onBroken: () => stopped.resolve() });
  const decks = [...residentDecks, ...spareDecks].map(
    (name) =>
      new Deck({
        name,
        reader: deckReader,
        isSpare: spareDecks.includes(name),
        onDeath: (cause) => {
          log.fatal({ deck: name, error: cause }, "a deck's thread died");
          leave(pipe);
        },
      }),
  );
  const emergencyPcm = synthesiseEmergencyLoop();
  await allUp(decks.filter(({ isSpare }) => !isSpare));
  pipe.sendEvent({ kind: "ready" });
  await Promise.race([stopped.promise, serve({ decks, pipe, emergencyPcm })]);
  await stop(decks);
}

/** Carries out on-air's commands until it hangs up. */
async function serve({
  decks,
  pipe,
  emergencyPcm,
}: {
  readonly decks: readonly Deck[];
  readonly pipe: FramePipe;
  readonly emergencyPcm: Float32Array;
}): Promise<void> {
  let engine: Engine | undefined;
  for await (const message of commands()) {
    if (message.kind !== "start") engine?.execute(message);
    else if (engine === undefined) {
      log = createWatchedLog((line) => pipe.sendEvent({ kind: "log", line }), {
        part: "engine",
        level: message.logLevel ?? "info",
      });
      const onHung = (deck: string): void => {
        log.fatal({ deck }, "a deck hangs in native code");
        leave(pipe);
      };
      engine = new Engine({ start: message, decks, pipe, log, emergencyPcm, onHung });
      engine.run();
    }
  }
}

/** Stop the threads first: a process that exits while one is inside native code aborts. */
async function stop(decks: readonly Deck[]): Promise<void> {
  const ended = await Promise.all(decks.map(async (deck) => deck.end({ limitMs: STOP_LIMIT_MS })));
  if (ended.every(Boolean)) process.exit(0);
  log.error("a deck hangs in native code; killing the engine");
  process.kill(process.pid, "SIGKILL");
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
 * Ends the process so that on-air starts another. A thread hung in native code would block `process.exit` forever, so
 * only the kernel can end it.
 */
function leave(pipe: FramePipe): void {
  pipe.flush(FLUSH_LIMIT_MS, () => process.kill(process.pid, "SIGKILL"));
}
