import type { FromOnAir, OnAirStatus } from "@neonrelay/on-air/protocol";
import { z } from "zod";
import type { TitleListener } from "./soak-listeners.ts";

/** Maximum gap between a title and its play becoming known, in ms of real time. */
const MATCH_WITHIN_MS = 10_000;

export const BRIDGE_WARNING = "the bridge is on air: the engine delivers no sound";

/** What on-air reports about its programme during the soak, and how titles keep up with it. */
export class SoakAir {
  readonly #speed: number;
  #newestPlays: { readonly playId: string; readonly text: string; readonly startMs: number }[] = [];
  status: OnAirStatus | null = null;
  plays = 0;
  failed = 0;
  /** How many titles were compared, and how far behind their plays they were. */
  titles = 0;
  readonly titleMs = { least: Infinity, most: -Infinity };
  /** The title farthest ahead, and when in the programme. */
  leastTitle = "";
  /** Count of each logged warning and error. */
  readonly #warnings = new Map<string, number>();

  /** @param speed multiple of real time */
  constructor(speed: number) {
    this.#speed = speed;
  }

  take(message: FromOnAir): void {
    if (message.kind === "status") this.status = message.status;
    if (message.kind === "log") this.#count(message.line);
    if (message.kind !== "event") return;
    const { event } = message;
    if (event.type === "play.started") {
      this.plays += 1;
      const { playId, artist, title, startMs } = event.play;
      this.#newestPlays.push({ playId, text: `${artist} - ${title}`, startMs });
    }
    if (event.type === "play.hurried")
      this.#newestPlays = this.#newestPlays.map((play) =>
        play.playId === event.playId ? { ...play, startMs: event.startMs } : play,
      );
    if (event.type === "track.failed") this.failed += 1;
    if (event.type === "play.ended" && event.reason === "failed") this.failed += 1;
  }

  /** Warnings and errors in words. */
  get told(): string {
    return JSON.stringify(Object.fromEntries(this.#warnings));
  }

  /** How often the engine was so late that the bridge stood in, which moves the mounts apart. */
  get bridges(): number {
    return this.#warnings.get(BRIDGE_WARNING) ?? 0;
  }

  /** Programme position due now, in ms. */
  get positionMs(): number {
    if (this.status === null) throw new Error("on-air has sent no status");
    return this.status.positionMs + (Date.now() - this.status.atMs) * this.#speed;
  }

  /** Compares the titles found with the starts of their plays. @param startMs where that listener began */
  compareTitles(listener: TitleListener, startMs: number): void {
    const windowMs = MATCH_WITHIN_MS * this.#speed;
    const settledMs = this.positionMs - windowMs;
    for (const { text, afterMs } of listener.titles) {
      const foundMs = startMs + afterMs;
      if (foundMs > settledMs) continue;
      const distances = this.#newestPlays
        .filter((play) => play.text === text)
        .map((play) => foundMs - play.startMs);
      const nearest = distances.toSorted((one, other) => Math.abs(one) - Math.abs(other))[0];
      // The first title belongs to an earlier play.
      if (nearest === undefined || afterMs < windowMs) continue;
      this.titles += 1;
      if (nearest < this.titleMs.least)
        this.leastTitle = `${text} after ${Math.round(afterMs / 1000)} s`;
      this.titleMs.least = Math.min(this.titleMs.least, nearest);
      this.titleMs.most = Math.max(this.titleMs.most, nearest);
    }
    listener.titles = listener.titles.filter(({ afterMs }) => startMs + afterMs > settledMs);
    this.#newestPlays = this.#newestPlays.filter((play) => play.startMs > settledMs - windowMs);
  }

  #count(line: string): void {
    const { msg, reason } = logLineSchema.parse(JSON.parse(line));
    const text = reason === undefined ? msg : `${msg}: ${reason}`;
    this.#warnings.set(text, (this.#warnings.get(text) ?? 0) + 1);
  }
}

const logLineSchema = z.object({ msg: z.string(), reason: z.string().optional() });
