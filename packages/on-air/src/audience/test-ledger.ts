/** A ledger on disk with clocks and listeners of the test's own. */
import path from "node:path";
import { createLog } from "@neonrelay/process/log";
import type { SessionRow } from "../protocol/index.ts";
import { StateFile } from "../state/state-file.ts";
import { type ListenerSalt, ListenerSalts, listenerSaltsSchema } from "./listener-salts.ts";
import { SessionLedger } from "./session-ledger.ts";

const log = createLog({ part: "test", level: "silent" });

/** Clocks that a test sets. */
class TestClocks {
  wall = Date.UTC(2026, 10, 30, 12, 1);
  #monotonic = 1000;

  readonly wallMs = (): number => this.wall;
  readonly monotonicMs = (): number => this.#monotonic;

  pass(ms: number): void {
    this.wall += ms;
    this.#monotonic += ms;
  }
}

export class TestLedger {
  readonly ledger: SessionLedger;
  readonly clocks: TestClocks;
  timeZone = "UTC";
  readonly #saltFile: StateFile<readonly ListenerSalt[]>;

  constructor(folder: string, clocks = new TestClocks()) {
    this.clocks = clocks;
    this.#saltFile = new StateFile({ path: path.join(folder, "salts.json"), log });
    this.ledger = new SessionLedger({
      folder: path.join(folder, "listeners"),
      salts: new ListenerSalts({
        file: this.#saltFile,
        remembered: this.#saltFile.load(listenerSaltsSchema),
      }),
      countries: { placeOf: () => ({ country: "DE", subdivision: null }) },
      timeZone: () => this.timeZone,
      log,
      clocks,
    });
  }

  /** A listener comes. @returns ends their connection */
  come({
    address = "192.0.2.1",
    userAgent = "VLC/3.0.18 LibVLC/3.0.18",
    cid = null as string | null,
    bytes = (): number => 0,
  } = {}): () => void {
    return this.ledger.connected({
      mount: "/stream.mp3",
      via: "stream",
      address,
      userAgent,
      cid,
      bytes,
      disconnect: () => {},
    });
  }

  /** Time passes, with its ticks. */
  pass(ms: number): void {
    for (let left = ms; left > 0; left -= 1000) {
      this.clocks.pass(Math.min(left, 1000));
      this.ledger.tick();
    }
  }

  async rows(): Promise<readonly SessionRow[]> {
    const { rows } = await this.ledger.log.take({ stored: null, most: 10_000 });
    return rows;
  }

  async close(): Promise<void> {
    await this.ledger.close();
    await this.#saltFile.flush();
  }
}
