import type { IncomingScan, MusicFormat } from "@neonrelay/contract";
import type { Analysis } from "@neonrelay/on-air/media-jobs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { addMusicFolder, listMusicFolders } from "./music-folder-store.ts";
import { countCommonWords } from "./track-search-store.ts";
import { markFilesMissing } from "./track-store.ts";
import { createDailyTidy } from "./daily-tidy.ts";
import { DemoMusic } from "./demo-music.ts";
import { KindUpdater } from "./kind-updater.ts";
import type { LibraryOptions } from "./library-options.ts";
import { FolderWatcher } from "./folder-watcher.ts";
import { FileIntake, type FiledFile } from "./file-intake.ts";
import { leastDurationMs, rulesNow } from "./read-files.ts";
import { FoundFiles } from "../incoming/found-files.ts";
import { LaterCovers } from "./later-covers.ts";
import { checkMounts } from "./music-mounts.ts";
import { inBatches, scanFolders, type FolderScan } from "./scan-folders.ts";
import { restBeforeChange, restUntilNextLook, type FoundFile } from "./scan-rules.ts";
import { ScanWords } from "./scan-words.ts";
import { addFingerprints, settleMoved, type Settled } from "./settle-moved.ts";
import { createTurns } from "../limits/turns.ts";

export interface ReadReport {
  readonly added: number;
  readonly refused: readonly { readonly path: string; readonly reason: string }[];
}

/** What a scan found, and what remains to be read again. */
interface Scanned extends ReadReport, Pick<FolderScan, "outdated" | "outdatedCount"> {}

/** Called for each file of an import once it is stored or refused. */
type ImportListener = (file: ImportedFile) => void;
type ImportedFile =
  | { readonly kind: "stored"; readonly analysis: Analysis }
  | { readonly kind: "refused"; readonly path: string; readonly reason: string };

const MISNAMED = "its name is not UTF-8: rename it";
/** Tracks of an older analysis read again before new files get their turn. */
const AGAIN_AT_ONCE = 20;
/** After this many new tracks, common words may have changed. */
const MANY_TRACKS = 500;

/** Keeps the tracks in the database in sync with the music folders. One scan runs at a time. */
export class Library {
  readonly demo: DemoMusic;
  readonly intake: FileIntake;
  /** Scan results for the list of incoming files. */
  readonly found: FoundFiles;
  readonly #options: LibraryOptions;
  readonly #kinds: KindUpdater;
  readonly #covers: LaterCovers;
  readonly #closing = new AbortController();
  readonly #watch: FolderWatcher;
  readonly #words: ScanWords;
  readonly #tidy: () => Promise<void>;
  readonly #inTurn = createTurns();
  #isScanWanted = false;
  #isStarted = false;
  /** Formats that were disabled at the last change of settings. */
  #leftOut: readonly MusicFormat[];
  /** Duration of the last scan, and when it ended. */
  #lastScan = { tookMs: 0, endedAtMs: -Infinity };
  /** The last track that was fingerprinted or tried; null: start over. */
  #fingerprintedId: string | null = null;
  #timer: NodeJS.Timeout | undefined;
  #soon: NodeJS.Timeout | undefined;
  #unsubscribe: () => void = () => {};

  constructor(options: LibraryOptions) {
    this.#options = options;
    this.#leftOut = options.settings?.current.leftOutFormats ?? [];
    this.#words = new ScanWords(options.log);
    this.#tidy = createDailyTidy({ ...options, dataDir: options.config.dataDir });
    this.#watch = new FolderWatcher({ onChange: () => this.#scanSoon(), log: options.log });
    this.found = new FoundFiles(options);
    this.intake = new FileIntake({ ...options, ...options.config });
    this.#kinds = new KindUpdater(options);
    this.#covers = new LaterCovers(options);
    this.demo = new DemoMusic(options, {
      signal: this.#closing.signal,
      inTurn: (work) => this.#inTurn(work),
      read: async (files) => (await this.#read(files, async () => {})).added,
    });
  }

  /**
   * Scans now, then every minute (less often when scans take long), and whenever a folder changes; an empty library
   * gets the demo tracks.
   */
  start(): void {
    this.#unsubscribe = this.#options.events.subscribe((event) => {
      if (event.type === "track.failed" || event.type === "files.retried") this.#scanSoon();
      if (event.type === "settings.changed") this.#followFormats();
    });
    this.#kinds.start();
    this.#isStarted = true;
    this.#inTurn(async () => {
      const { outdatedCount } = await this.#timedScan();
      await this.demo.fillEmpty();
      await this.#addFingerprints();
      await this.#tidy();
      if (outdatedCount > 0) this.#scanSoon();
    })
      .catch((error: unknown) => this.#complain(error))
      .finally(() => this.#scanLater());
  }

  /** Adds a folder permanently and reads it. @throws when the folder can't be read */
  async importFolder(folder: string, onImported: ImportListener): Promise<ReadReport> {
    await addMusicFolder(this.#options.database.connection, folder);
    const { added, refused } = await this.#inTurn(() => this.#scan("import", onImported));
    return { added, refused };
  }

  async close(): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#timer);
    clearTimeout(this.#soon);
    this.#unsubscribe();
    this.#watch.close();
    await this.#kinds.close();
    await this.#inTurn(() => {});
  }

  /** Scans soon when a format has been enabled, to read its files. */
  #followFormats(): void {
    const now = this.#options.settings?.current.leftOutFormats ?? [];
    const isOpened = this.#leftOut.some((format) => !now.includes(format));
    this.#leftOut = now;
    if (isOpened) this.#scanSoon();
  }

  #scanLater(): void {
    if (this.#closing.signal.aborted) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#scanSoon(), restUntilNextLook(this.#lastScan.tookMs));
  }

  #scanSoon(): void {
    if (this.#isScanWanted || this.#closing.signal.aborted) return;
    this.#isScanWanted = true;
    const restMs = restBeforeChange({ ...this.#lastScan, nowMs: performance.now() });
    this.#soon = setTimeout(() => {
      this.#inTurn(async () => {
        this.#isScanWanted = false;
        const scanned = await this.#timedScan();
        await this.#readAgain(scanned);
        await this.#addFingerprints();
        await this.#tidy();
      })
        .catch((error: unknown) => this.#complain(error))
        .finally(() => this.#scanLater());
    }, restMs);
  }

  async #timedScan(): Promise<Scanned> {
    const beganMs = performance.now();
    try {
      return await this.#scan("folder", () => {});
    } finally {
      const endedAtMs = performance.now();
      this.#lastScan = { tookMs: endedAtMs - beganMs, endedAtMs };
    }
  }

  async #scan(way: IncomingScan["way"], onImported: ImportListener): Promise<Scanned> {
    const { database, config, events, moveBelongings, log } = this.#options;
    const { signal } = this.#closing;
    const ownMusic = path.join(config.dataDir, "music");
    const roots = [
      ownMusic,
      ...config.musicDirs,
      ...(await listMusicFolders(database.connection)),
    ].map((root) => path.resolve(root));
    await mkdir(ownMusic, { recursive: true });
    const { shortestTrackSeconds, leftOutFormats } = await rulesNow(database);
    const { mounts, unmounted } = await checkMounts(roots, config.dataDir);
    const scan = await scanFolders(database.connection, {
      roots,
      mayBeEmpty: ownMusic,
      unmounted,
      leastMs: leastDurationMs(shortestTrackSeconds),
      leftOutFormats,
      isNewCover: (picture) => this.#covers.isNew(picture),
      signal,
    });
    this.#words.report(scan);
    if (this.#isStarted) this.#watch.follow(scan.folders, mounts);
    const settled = await settleMoved(database, { scan, moveBelongings, signal });
    const { moves, merged, unsettled } = settled;
    if (merged.size > 0) events.publish({ type: "tracks.merged", merged });
    await inBatches(scan.gone, (paths) => markFilesMissing(database.connection, paths));
    if (moves.length > 0) {
      log.info({ moved: moves.length }, "moved files recognised");
      await this.#kinds.followMoves(moves);
    }
    if (scan.gone.length + scan.foundAgain + moves.length > 0)
      events.publish({ type: "library.changed" });
    const misnamed = scan.misnamed.map((file) => ({ path: file, reason: MISNAMED }));
    for (const file of misnamed) onImported({ kind: "refused", ...file });
    const { added, refused } = await this.#readFound(way, settled, onImported);
    if ((await this.#covers.take(scan.newCovers, signal)) > 0)
      events.publish({ type: "library.changed" });
    if (unsettled > 0) log.info({ added, refused: refused.length }, "library scanned");
    if (added >= MANY_TRACKS) await countCommonWords(database.connection);
    const { outdated, outdatedCount } = scan;
    return { added, refused: [...misnamed, ...refused], outdated, outdatedCount };
  }

  /** [P15] Reads some tracks of an older analysis again; the rest follow with the next scans. */
  async #readAgain({
    outdated,
    outdatedCount,
  }: Pick<Scanned, "outdated" | "outdatedCount">): Promise<void> {
    if (outdatedCount === 0) return;
    const some = outdated.slice(0, Math.max(AGAIN_AT_ONCE, Math.ceil(outdatedCount / 100)));
    const { added } = await this.#read(some, async () => {});
    const left = outdatedCount - some.length;
    this.#options.log.info({ read: added, left }, "tracks measured again");
    if (left > 0) this.#scanSoon();
  }

  /** Fingerprints some tracks of an older release with each scan. */
  async #addFingerprints(): Promise<void> {
    this.#fingerprintedId = await addFingerprints(this.#options.database, {
      afterId: this.#fingerprintedId,
      signal: this.#closing.signal,
    });
  }

  /** Reads new and changed files and records each result. */
  async #readFound(
    way: IncomingScan["way"],
    { unsettled, batches }: Pick<Settled, "unsettled" | "batches">,
    onImported: ImportListener,
  ): Promise<ReadReport> {
    const refused: { path: string; reason: string }[] = [];
    let added = 0;
    this.found.begin(way, unsettled);
    try {
      for (const files of batches()) {
        const read = await this.#read(files, async (filed) => {
          onImported(filed);
          const isAdded = filed.kind === "stored";
          const reason = isAdded ? filed.note : filed.reason;
          const { path: place, sizeBytes } = filed;
          await this.found.record({ path: place, sizeBytes, isAdded, reason });
        });
        added += read.added;
        refused.push(...read.refused);
      }
    } finally {
      await this.found.end();
    }
    return { added, refused };
  }

  async #read(
    files: readonly FoundFile[],
    onFiled: (filed: FiledFile) => Promise<void>,
  ): Promise<ReadReport> {
    const refused: { path: string; reason: string }[] = [];
    let added = 0;
    for await (const filed of this.intake.addFound(files, this.#closing.signal)) {
      if (filed.kind === "refused") refused.push({ path: filed.path, reason: filed.reason });
      else added += 1;
      await onFiled(filed);
    }
    return { added, refused };
  }

  #complain(error: unknown): void {
    if (this.#closing.signal.aborted) return;
    this.#options.log.error({ error }, "library scan failed; retrying later");
  }
}
