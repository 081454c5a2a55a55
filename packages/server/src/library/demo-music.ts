import type { DemoMusicState } from "@neonrelay/contract";
import { DEMO_JINGLES_FOLDER, DEMO_TRACKS, niceness } from "@neonrelay/on-air/media-jobs";
import { mkdir, stat } from "node:fs/promises";
import path from "node:path";
import { findFileOutside, listKnownFiles, listTrackIdsBelow } from "./known-file-store.ts";
import { runMediaJob } from "../media/media-runner.ts";
import type { LibraryOptions } from "./library-options.ts";
import {
  countSongs,
  mayMakeDemo,
  needsDemo,
  type DemoAlbum,
  type FoundFile,
} from "./scan-rules.ts";
import { saveKindBelow } from "./track-programme-store.ts";

/** More than any version makes. */
const MAX_DEMO_TRACKS = 100;

export type DemoStart = "begun" | "in-progress" | "not-empty";

interface LibraryWork {
  readonly signal: AbortSignal;
  /** Runs one library job at a time. */
  readonly inTurn: (work: () => Promise<void>) => Promise<void>;
  /** @returns how many became tracks */
  readonly read: (files: readonly FoundFile[]) => Promise<number>;
}

/** Makes the demo tracks for an empty library and reports the progress. */
export class DemoMusic {
  readonly #options: LibraryOptions;
  readonly #library: LibraryWork;
  readonly #album: DemoAlbum;
  #making: DemoMusicState["making"] = null;
  #hasFailed = false;

  constructor(options: LibraryOptions, library: LibraryWork) {
    this.#options = options;
    this.#library = library;
    const folder = path.join(options.config.dataDir, "music", "demo");
    this.#album = {
      demoFolder: folder,
      jinglesFolder: path.join(folder, DEMO_JINGLES_FOLDER),
      demoTracks: DEMO_TRACKS,
    };
  }

  get state(): DemoMusicState {
    return { making: this.#making, hasFailed: this.#hasFailed };
  }

  /** Whether the library has other music. */
  async hasOtherMusic(): Promise<boolean> {
    const { connection } = this.#options.database;
    return (await findFileOutside(connection, this.#album.demoFolder)) !== null;
  }

  /** The demo tracks that the library has. */
  async listTrackIds(): Promise<readonly string[]> {
    const { connection } = this.#options.database;
    return await listTrackIdsBelow(connection, {
      folder: this.#album.demoFolder,
      most: MAX_DEMO_TRACKS,
    });
  }

  /** Queues the job, whatever the configuration says. */
  async begin(): Promise<DemoStart> {
    if (this.#making !== null) return "in-progress";
    const waiting = { made: 0, of: DEMO_TRACKS };
    this.#making = waiting;
    try {
      if (!mayMakeDemo(await this.#known(), this.#album)) return "not-empty";
    } finally {
      if (this.#making === waiting) this.#making = null;
    }
    this.#making = waiting;
    this.#library
      .inTurn(async () => {
        if (mayMakeDemo(await this.#known(), this.#album)) await this.#make();
      })
      .catch((error: unknown) => {
        if (!this.#library.signal.aborted)
          this.#options.log.error({ error }, "can't create the demo tracks");
      })
      .finally(() => (this.#making = null));
    return "begun";
  }

  /** Called within the library's turn: makes them if configured and nothing else is there. */
  async fillEmpty(): Promise<void> {
    if (this.#options.config.demoMusic && needsDemo(await this.#known(), this.#album))
      await this.#make();
  }

  /** One file outside the demo is answer enough: a library may hold a million. */
  async #known() {
    const { connection } = this.#options.database;
    const other = await findFileOutside(connection, this.#album.demoFolder);
    return other === null ? await listKnownFiles(connection) : [other];
  }

  async #make(): Promise<void> {
    this.#options.log.info("the library is empty: creating the demo tracks");
    try {
      await mkdir(this.#album.jinglesFolder, { recursive: true });
      const added = await this.#readWhileMade();
      await this.#markJingles();
      this.#hasFailed = false;
      this.#options.events.publish({ type: "demo.created" });
      this.#options.log.info({ added }, "demo tracks created");
    } catch (error) {
      this.#hasFailed = true;
      throw error;
    } finally {
      this.#making = null;
    }
  }

  /** Reads each track while the next ones are made, so that the station plays as soon as the first is complete. */
  async #readWhileMade(): Promise<number> {
    const { demoFolder: folder, jinglesFolder } = this.#album;
    const { media } = this.#options;
    const { signal } = this.#library;
    const job = { kind: "synthesise-demo", folder, niceness: niceness.awaited } as const;
    const whole: FoundFile[] = [];
    let reading: Promise<void> | null = null;
    const known = (await this.#known()).filter(({ status }) => status === "track");
    let made = countSongs(known, this.#album);
    let added = 0;
    this.#making = { made, of: DEMO_TRACKS };
    const readWhole = async (): Promise<void> => {
      while (whole.length > 0) {
        const files = whole.splice(0);
        const songs = files.filter((file) => countSongs([file], this.#album) > 0);
        const read = await this.#library.read(songs);
        made += read;
        added += read;
        this.#making = { made, of: DEMO_TRACKS };
        if (files.length > songs.length)
          added += await this.#readJingles(files.filter((file) => !songs.includes(file)));
      }
      reading = null;
    };
    for await (const result of runMediaJob({ ...media, job, signal })) {
      if (
        result.kind !== "demo-track" ||
        ![folder, jinglesFolder].includes(path.dirname(result.path))
      )
        continue;
      const file = await stat(result.path);
      whole.push({ path: result.path, sizeBytes: file.size, modifiedAtMs: file.mtimeMs });
      reading ??= readWhole();
      reading.catch(() => {}); // awaited below
    }
    await reading;
    return added;
  }

  async #readJingles(files: readonly FoundFile[]): Promise<number> {
    const added = await this.#library.read(files);
    await this.#markJingles();
    return added;
  }

  /** Jingles are not music: the rotation skips them. */
  async #markJingles(): Promise<void> {
    const { database, events } = this.#options;
    const { jinglesFolder } = this.#album;
    const marked = await saveKindBelow(database.connection, jinglesFolder, "jingle");
    if (marked > 0) events.publish({ type: "library.changed" });
  }
}
