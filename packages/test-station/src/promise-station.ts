import { nowPlayingSchema, queueSchema, trackSchema, type Track } from "@neonrelay/contract";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import * as z from "zod";
import { makeMarkedTracks, RATE_HZ, wavOf } from "./chaos/marked-track.ts";
import { scanLimit, TestStation, until, type Visitor } from "./test-station.ts";

interface Wanted {
  /** Length of each track. */
  readonly seconds?: number;
  /** The tracks' sound is numbered, and they are named Marked 1, Marked 2 …; otherwise each has one tone. */
  readonly isMarked?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
}

/** The tone of each track, in Hz, by title. */
export const tones = { Low: 400, Middle: 800, High: 1600, Top: 3200 } as const;

/** Half of the tracks may be on cooldown at once. */
const TRACKS = Object.keys(tones).length;
const MARKED_TRACKS = 2;

/** A station on air with four tracks, the start of every promise suite. Needs only npm packages. */
export class PromiseStation implements AsyncDisposable {
  readonly station: TestStation;
  readonly operator: Visitor;
  readonly #folder: string;

  private constructor(state: { station: TestStation; operator: Visitor; folder: string }) {
    this.station = state.station;
    this.operator = state.operator;
    this.#folder = state.folder;
  }

  static async start({
    seconds = 60,
    isMarked = false,
    environment = {},
  }: Wanted = {}): Promise<PromiseStation> {
    const folder = await mkdtemp(path.join(os.tmpdir(), "neonrelay-promise-"));
    if (isMarked) await makeMarkedTracks({ folder, count: MARKED_TRACKS, seconds });
    else
      for (const [title, hz] of Object.entries(tones))
        await writeFile(path.join(folder, `${title}.wav`), wavOf(toneOf(hz, seconds)));
    const station = await TestStation.start({ musicDirs: [folder], environment });
    const started = new PromiseStation({ station, operator: await station.operator(), folder });
    await until(
      "music is on air",
      async () => (await started.nowPlaying()).now !== null,
      scanLimit,
    );
    await until(
      "the library is full",
      async () => (await started.tracks()).length === (isMarked ? MARKED_TRACKS : TRACKS),
      scanLimit,
    );
    return started;
  }

  async nowPlaying() {
    return nowPlayingSchema.parse((await this.operator.call("GET", "/api/now-playing")).body);
  }

  /** By title. */
  async tracks(): Promise<readonly Track[]> {
    const { body } = await this.operator.call("GET", "/api/tracks");
    return z
      .array(trackSchema)
      .parse(body)
      .toSorted((one, other) => one.title.localeCompare(other.title));
  }

  /** @throws when the library has no track of that title */
  async trackId(title: string): Promise<string> {
    const track = (await this.tracks()).find((one) => one.title === title);
    if (track === undefined) throw new Error(`no track ${title}`);
    return track.id;
  }

  /** The queue's titles, next first. */
  async queued(): Promise<readonly string[]> {
    return (await this.queue()).map(({ track }) => track.title);
  }

  async queue() {
    return queueSchema.parse((await this.operator.call("GET", "/api/queue")).body);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.station[Symbol.asyncDispose]();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

function toneOf(hz: number, seconds: number): Int16Array {
  return Int16Array.from(
    { length: seconds * RATE_HZ },
    (_, index) => 9830 * Math.sin((2 * Math.PI * hz * index) / RATE_HZ),
  );
}
