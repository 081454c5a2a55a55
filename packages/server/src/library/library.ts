import type { IncomingScan } from "@neonrelay/contract";
import { niceness } from "@neonrelay/on-air/media-jobs";
import { mkdir } from "node:fs/promises";
import { availableParallelism } from "node:os";
import path from "node:path";
import { mayWorkLater } from "../database/database-failures.ts";
import { addMusicFolder, listMusicFolders } from "./music-folder-store.ts";
import { findSettings } from "../settings/settings-store.ts";
import { countCommonWords } from "./track-search-store.ts";
import { listKnownFiles, markFilesFound, markFilesMissing } from "./track-store.ts";
import { ARTWORK_FOLDER } from "./artwork-folder.ts";
import { analyseFiles, type FileResult } from "../media/analyse-files.ts";
import { tidyWaveforms } from "./cues/tidy-waveforms.ts";
import { DemoMusic } from "./demo-music.ts";
import { KindKeeper } from "./kind-keeper.ts";
import type { LibraryOptions } from "./library-options.ts";
import { FolderWatch } from "./folder-watch.ts";
import {
  leastDurationMs,
  refuseShort,
  storeFileResult,
  type StoredResult,
} from "./library-actions.ts";
import { FoundFiles } from "../incoming/found-files.ts";
import { decideScan, type FoundFile } from "./scan-rules.ts";
import { addFingerprints, settleMoved } from "./settle-moved.ts";
import { MAX_FILES, walkMusic } from "./walk-music.ts";

interface ReadReport {
  readonly added: number;
  readonly refused: readonly { readonly path: string; readonly reason: string }[];
}

export interface ScanReport extends ReadReport {
  /** Files beyond what the library takes. */
  readonly leftOut: number;
}

/** What a scan found, and what is left to be read again. */
interface Scanned extends ScanReport {
  readonly outdated: readonly FoundFile[];
}

type ResultListener = (result: FileResult) => void;
type ReadListener = (result: FileResult, file: FoundFile) => Promise<void>;

const RESCAN_MS = 60_000;
const UNSTORABLE = "The library can't store this file's tags";
const MISNAMED = "its name is not UTF-8: rename it";
/** So many older tracks are read again before new files have their turn. */
const AGAIN_AT_ONCE = 20;
/** So many new tracks change which words are common. */
const MANY_TRACKS = 500;

/** Keeps the tracks in the database like the music folders on disk. One scan runs at a time. */
export class Library {
  readonly demo: DemoMusic;
  /** What scans find, for the list of incoming files. */
  readonly found: FoundFiles;
  readonly #options: LibraryOptions;
  readonly #kinds: KindKeeper;
  readonly #closing = new AbortController();
  readonly #watch = new FolderWatch(() => this.#scanSoon());
  readonly #complained = new Set<string>();
  #last: Promise<unknown> = Promise.resolve();
  #isScanWanted = false;
  /** Files the last scan left out. */
  #leftOut = 0;
  /** Files in the last scan whose names are not UTF-8. */
  #misnamed = 0;
  /** The last track that was fingerprinted, or tried to be; null: from the beginning. */
  #fingerprintedId: string | null = null;
  #timer: NodeJS.Timeout | undefined;
  #unsubscribe: () => void = () => {};

  constructor(options: LibraryOptions) {
    this.#options = options;
    this.found = new FoundFiles(options);
    this.#kinds = new KindKeeper(options);
    this.demo = new DemoMusic(options, {
      signal: this.#closing.signal,
      inTurn: (work) => this.#inTurn(work),
      read: async (files) => (await this.#read(files, async () => {})).added,
    });
  }

  /** Scans now, then every minute and whenever a folder changes; an empty library gets the demo tracks. */
  start(): void {
    this.#unsubscribe = this.#options.events.subscribe((event) => {
      if (event.type === "track.failed" || event.type === "files.retried") this.#scanSoon();
    });
    this.#kinds.start();
    this.#timer = setInterval(() => this.#scanSoon(), RESCAN_MS);
    this.#inTurn(async () => {
      const { outdated } = await this.#scan("folder", () => {});
      await this.demo.fillEmpty();
      await this.#addFingerprints();
      await tidyWaveforms(this.#options.database.connection, this.#options.config.dataDir);
      if (outdated.length > 0) this.#scanSoon();
    }).catch((error: unknown) => this.#complain(error));
  }

  /** Adds a folder permanently and reads it. @throws when the folder can't be read */
  async importFolder(folder: string, onResult: ResultListener): Promise<ScanReport> {
    await addMusicFolder(this.#options.database.connection, folder);
    const { added, refused, leftOut } = await this.#inTurn(() => this.#scan("import", onResult));
    return { added, refused, leftOut };
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#unsubscribe();
    this.#watch.close();
    this.#closing.abort();
    await this.#kinds.close();
    await this.#last;
  }

  #scanSoon(): void {
    if (this.#isScanWanted || this.#closing.signal.aborted) return;
    this.#isScanWanted = true;
    this.#inTurn(async () => {
      this.#isScanWanted = false;
      const { outdated } = await this.#scan("folder", () => {});
      await this.#readAgain(outdated);
      await this.#addFingerprints();
    }).catch((error: unknown) => this.#complain(error));
  }

  async #inTurn<Outcome>(work: () => Promise<Outcome>): Promise<Outcome> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => {}); // the caller of this turn has the error
    return await turn;
  }

  async #scan(way: IncomingScan["way"], onResult: ResultListener): Promise<Scanned> {
    const { database, config, events, moveBelongings, log } = this.#options;
    const roots = [
      path.join(config.dataDir, "music"),
      ...config.musicDirs,
      ...(await listMusicFolders(database.connection)),
    ];
    await mkdir(path.join(config.dataDir, "music"), { recursive: true });
    // Known first: a file that is uploaded meanwhile is then found twice rather than taken for gone.
    const leastMs = leastDurationMs(await this.#shortestTrackSeconds());
    const known = await listKnownFiles(database.connection, leastMs);
    const walk = await walkMusic(roots, { signal: this.#closing.signal, maxFiles: MAX_FILES });
    this.#reportUnreadable(walk.unreadable);
    this.#reportLeftOut(walk.leftOut);
    this.#reportMisnamed(walk.misnamed);
    if (this.#timer !== undefined) this.#watch.follow(walk.folders);
    const scan = decideScan(walk.files, known);
    await markFilesFound(database.connection, scan.foundAgain);
    const signal = this.#closing.signal;
    const { toRead, moved, merged } = await settleMoved(database, { scan, moveBelongings, signal });
    if (merged.size > 0) events.publish({ type: "tracks.merged", merged });
    await markFilesMissing(database.connection, scan.gone);
    if (moved > 0) {
      log.info({ moved }, "moved files recognised");
      this.#kinds.noteMoves();
    }
    if (scan.gone.length + scan.foundAgain.length + moved > 0)
      events.publish({ type: "library.changed" });
    const misnamed = walk.misnamed.map((file) => ({ path: file, reason: MISNAMED }));
    for (const file of misnamed) onResult({ kind: "refused", ...file });
    const { added, refused } = await this.#readFound(way, toRead, onResult);
    if (toRead.length > 0) log.info({ added, refused: refused.length }, "library scanned");
    if (added >= MANY_TRACKS) await countCommonWords(database.connection);
    const { leftOut } = walk;
    return { added, refused: [...misnamed, ...refused], leftOut, outdated: scan.outdated };
  }

  /** [P15] Reads some tracks again that an older release has measured; the others follow with the next scan. */
  async #readAgain(outdated: readonly FoundFile[]): Promise<void> {
    if (outdated.length === 0) return;
    const { added } = await this.#read(outdated.slice(0, AGAIN_AT_ONCE), async () => {});
    const left = Math.max(0, outdated.length - AGAIN_AT_ONCE);
    this.#options.log.info({ read: added, left }, "tracks measured again");
    if (left > 0) this.#scanSoon();
  }

  /** Some tracks of an older release with each scan. */
  async #addFingerprints(): Promise<void> {
    this.#fingerprintedId = await addFingerprints(this.#options.database, {
      afterId: this.#fingerprintedId,
      signal: this.#closing.signal,
    });
  }

  /** Reads new and changed files, and notes what became of each. */
  async #readFound(
    way: IncomingScan["way"],
    files: readonly FoundFile[],
    onResult: ResultListener,
  ): Promise<ReadReport> {
    this.found.begin(way, files.length);
    try {
      return await this.#read(files, async (result, { sizeBytes }) => {
        onResult(result);
        const reason = result.kind === "refused" ? result.reason : null;
        await this.found.note({ path: result.path, sizeBytes, reason });
      });
    } finally {
      await this.found.end();
    }
  }

  async #read(files: readonly FoundFile[], onRead: ReadListener): Promise<ReadReport> {
    const { config, media, log } = this.#options;
    const fileByPath = new Map(files.map((file) => [file.path, file]));
    const refused: { path: string; reason: string }[] = [];
    let added = 0;
    const results = analyseFiles({
      ...media,
      paths: [...fileByPath.keys()],
      // One processor is left to the programme.
      atOnce: Math.max(1, availableParallelism() - 1),
      niceness: niceness.scan,
      artworkFolder: path.join(config.dataDir, ARTWORK_FOLDER),
      signal: this.#closing.signal,
    });
    const shortestSeconds = await this.#shortestTrackSeconds();
    for await (const read of results) {
      const file = fileByPath.get(read.path);
      if (file === undefined) continue;
      const result = await this.#store({ result: refuseShort(read, shortestSeconds), file });
      if (result.kind === "refused") {
        log.warn({ path: result.path, reason: result.reason }, "file refused");
        refused.push({ path: result.path, reason: result.reason });
      } else {
        added += 1;
      }
      await onRead(result, file);
    }
    return { added, refused };
  }

  /** A file that can't be stored is refused, so that it does not end this scan and every other. @returns what is stored */
  async #store({ result, file }: { result: StoredResult; file: FoundFile }): Promise<FileResult> {
    try {
      await storeFileResult({ ...this.#options, ...this.#options.config }, { result, file });
      return result;
    } catch (error) {
      if (mayWorkLater(error) || result.kind === "refused") throw error;
      this.#options.log.error({ error, path: file.path }, "can't store a file; refused it");
      const refusal = { kind: "refused", path: file.path, reason: UNSTORABLE } as const;
      await storeFileResult(
        { ...this.#options, ...this.#options.config },
        { result: { ...refusal, durationMs: null }, file },
      );
      return refusal;
    }
  }

  #reportUnreadable(unreadable: readonly { folder: string; reason: string }[]): void {
    const now = new Set(unreadable.map(({ folder }) => folder));
    for (const folder of this.#complained) if (!now.has(folder)) this.#complained.delete(folder);
    for (const { folder, reason } of unreadable) {
      if (this.#complained.has(folder)) continue;
      this.#complained.add(folder);
      this.#options.log.warn({ folder, reason }, "music folder can't be read");
    }
  }

  async #shortestTrackSeconds(): Promise<number> {
    const settings = await findSettings(this.#options.database.connection);
    return settings?.shortestTrackSeconds ?? 0;
  }

  #reportLeftOut(leftOut: number): void {
    if (leftOut > 0 && this.#leftOut === 0)
      this.#options.log.warn(
        { leftOut, limit: MAX_FILES },
        "the music folders contain more files than the library holds: left out the last ones",
      );
    this.#leftOut = leftOut;
  }

  #reportMisnamed(misnamed: readonly string[]): void {
    if (misnamed.length > this.#misnamed)
      this.#options.log.warn(
        { count: misnamed.length, files: misnamed.slice(0, 20) },
        "left out files whose names are not UTF-8: rename them",
      );
    this.#misnamed = misnamed.length;
  }

  #complain(error: unknown): void {
    if (this.#closing.signal.aborted) return;
    this.#options.log.error({ error }, "library scan failed; retrying in a minute");
  }
}
