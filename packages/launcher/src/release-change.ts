import type { TlsConfig } from "@neonrelay/process/certificate-files";
import { NODE_HUNG_AFTER_MS } from "@neonrelay/process/supervision-rules";
import type { Logger } from "@neonrelay/process/log";
import { StartUpError } from "@neonrelay/process/part";
import { setTimeout as delay } from "node:timers/promises";
import type { StationConfig } from "./config.ts";
import type { Settled } from "./part-configs.ts";
import { isSamePlace, ReleaseFolder, type KeptData, type Release } from "./release-folder.ts";
import { askProgram, type ReleaseProgram } from "./release-program.ts";
import { checkStation, type StationUrls } from "./release-proof.ts";
import { findHarm, findObstacle, nextCurrent, type StationCheck } from "./release-rules.ts";
import type { PartStandby } from "./part-standby.ts";
import type { PartName, PartProgram, StationPart } from "./station-part.ts";

/** Timeout for a part to stop, and for the server and on-air to start, in ms; migrating a large database takes long. */
const STOP_LIMIT_MS = 4000;
const SERVER_START_LIMIT_MS = 300_000;
const ON_AIR_START_LIMIT_MS = 20_000;
/** Time a new version has to become as healthy as the one before, in ms. */
const PROOF_LIMIT_MS = 25_000;
const CHECK_INTERVAL_MS = 250;
const RESTORE_RETRY_MS = 5000;
/** How long another version's server that can't start again shows the reason before the next attempt, in ms. */
const RETRY_START_MS = 10_000;

export interface ReleaseChangeOptions {
  readonly config: StationConfig;
  /** The launcher's environment. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clockSpeed: number;
  readonly parts: Readonly<Record<PartName, StationPart>>;
  /** The launcher's own version. */
  readonly own: Release;
  readonly settled: () => Settled;
  readonly readTls: () => TlsConfig | null;
  readonly urls: StationUrls;
  readonly log: Logger;
}

/** The version that is running. */
interface Running {
  readonly release: Release;
  /** null: the launcher's own version. */
  readonly program: ReleaseProgram | null;
}

/** Replaces the running server and on-air with another version, and goes back if that one fails. */
export class ReleaseChange {
  readonly #options: ReleaseChangeOptions;
  readonly #folder: ReleaseFolder;
  readonly #closing = new AbortController();
  /** The installed version, if the launcher was started from an upgrade's version instead; otherwise null. */
  readonly #installed: string | null;
  #running: Running;
  #change: Promise<void> | null = null;

  constructor(options: ReleaseChangeOptions) {
    this.#options = options;
    this.#folder = new ReleaseFolder(options.config);
    this.#running = { release: options.own, program: null };
    const { current } = this.#folder;
    const isStarted = current !== null && isSamePlace(current.root, options.own.root);
    this.#installed = isStarted ? current.installed : null;
  }

  /** The running version. */
  get release(): Release {
    return this.#running.release;
  }

  /**
   * @param root folder of the version to change to
   * @param print receives each line of progress
   * @throws StartUpError in words; the former version is running
   */
  async change({
    root,
    isBack,
    print,
  }: {
    readonly root: string;
    readonly isBack: boolean;
    readonly print: (line: string) => void;
  }): Promise<void> {
    if (this.#change !== null) throw new StartUpError("Another change of version is under way.");
    this.#change = this.#changeTo({ root, isBack, print });
    try {
      await this.#change;
    } finally {
      this.#change = null;
    }
  }

  /** Cancels a change in progress; the next start cleans up. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#change?.catch(() => {}); // reported to the caller already
  }

  async #changeTo({ root, isBack, print }: Parameters<ReleaseChange["change"]>[0]): Promise<void> {
    const { log } = this.#options;
    const from = this.#running;
    const to = await this.#find(root);
    const isSameSchema = from.release.schema === to.release.schema;
    const obstacle =
      findObstacle({ from: from.release, to: to.release, isBack }) ??
      (isSameSchema ? null : await this.#folder.findKeepTrouble());
    if (obstacle !== null) throw new StartUpError(obstacle);
    const before = await checkStation(this.#options.urls);
    const changed = isBack ? "data-after" : "data-before";
    const data = isSameSchema ? null : changed;
    if (data !== null) await this.#folder.removeData(data);
    await this.#folder.setUnderWay({ from: from.release.version, to: to.release.version, data });
    log.info({ from: from.release, to: to.release }, "changing to another version");
    const replaced = new Set<PartName>();
    try {
      await this.#replace({ from, to, data, isBack, replaced, print });
      await this.#prove(before);
      await this.#settle({ from, to, isBack });
    } catch (error) {
      if (this.#closing.signal.aborted) throw error;
      await this.#goBack({ to: from, data, replaced, print });
      const reason = error instanceof Error ? error.message : String(error);
      log.error({ reason, version: to.release.version }, "the other version failed; went back");
      throw new StartUpError(
        `${to.release.version} did not prove itself: ${reason}. ${from.release.version} runs again, with all data.`,
        { cause: error },
      );
    }
    this.#running = to;
    // No way back leads to this data any more.
    if (isBack || isSameSchema) await this.#folder.removeData("data-before");
    if (!isBack) await this.#folder.removeData("data-after");
    log.info({ version: to.release.version }, "another version has taken over");
    print(`${to.release.version} is on air.`);
  }

  /** Commits the change: from here on the next start uses the new version, and its server accepts writes. */
  async #settle({
    from,
    to,
    isBack,
  }: {
    readonly from: Running;
    readonly to: Running;
    readonly isBack: boolean;
  }): Promise<void> {
    const { own } = this.#options;
    const { current } = this.#folder;
    const change = { from: from.release, to: to.release, isBack };
    await this.#folder.setCurrent(nextCurrent({ own, installed: this.#installed, ...change }));
    try {
      await this.#folder.setUnderWay(null);
    } catch (error) {
      await this.#folder.setCurrent(current);
      throw error;
    }
  }

  async #find(root: string): Promise<Running> {
    const { environment, clockSpeed, own, settled } = this.#options;
    if (root === own.root) return { release: own, program: null };
    const program = await askProgram({
      root,
      environment,
      settled: { ...settled(), isStationStart: false },
      clockSpeed,
    });
    return { release: { version: program.version, root, schema: program.schema }, program };
  }

  async #replace({
    from,
    to,
    data,
    isBack,
    replaced,
    print,
  }: {
    readonly from: Running;
    readonly to: Running;
    readonly data: KeptData | null;
    readonly isBack: boolean;
    readonly replaced: Set<PartName>;
    readonly print: (line: string) => void;
  }): Promise<void> {
    const { parts } = this.#options;
    // Preloaded while the stream plays on, so that players wait less.
    using onAir = await this.#prepare("on-air", to, ON_AIR_START_LIMIT_MS);
    print(`Starting the server of ${to.release.version}; the sound goes on …`);
    replaced.add("server");
    await parts.server.stop({ limitMs: STOP_LIMIT_MS });
    if (data !== null) await this.#folder.keepData(data, from.release.root);
    if (data !== null && isBack) await this.#folder.restoreData("data-before", to.release.root);
    await this.#resume("server", to, SERVER_START_LIMIT_MS);
    print("Restarting the stream; players connect again …");
    replaced.add("on-air");
    await parts["on-air"].stop({ limitMs: STOP_LIMIT_MS });
    await this.#resume("on-air", to, ON_AIR_START_LIMIT_MS, onAir);
  }

  async #prove(before: StationCheck): Promise<void> {
    const deadlineMs = performance.now() + PROOF_LIMIT_MS;
    for (;;) {
      const harm = findHarm(before, await checkStation(this.#options.urls));
      if (harm === null) return;
      if (performance.now() > deadlineMs) throw new StartUpError(harm);
      await delay(CHECK_INTERVAL_MS, undefined, { signal: this.#closing.signal });
    }
  }

  /** Restores the stream first. Safe at whatever point the change stopped. */
  async #goBack({
    to,
    data,
    replaced,
    print,
  }: {
    readonly to: Running;
    readonly data: KeptData | null;
    readonly replaced: ReadonlySet<PartName>;
    readonly print: (line: string) => void;
  }): Promise<void> {
    const { parts, log } = this.#options;
    print(`Going back to ${to.release.version} …`);
    if (replaced.has("server")) await parts.server.stop({ limitMs: STOP_LIMIT_MS });
    if (replaced.has("on-air")) {
      await parts["on-air"].stop({ limitMs: STOP_LIMIT_MS });
      // On-air is retried automatically; the server must come back in any case.
      await this.#resume("on-air", to, ON_AIR_START_LIMIT_MS).catch((error: unknown) =>
        log.error({ error }, "the stream does not start"),
      );
    }
    if (data !== null && this.#folder.hasData(data))
      await this.#restoreData(data, { root: to.release.root, print });
    // Before the server starts: it accepts no writes while the note exists.
    await this.#folder.setUnderWay(null);
    if (replaced.has("server")) await this.#resume("server", to, SERVER_START_LIMIT_MS);
    if (data !== null) await this.#folder.removeData(data);
  }

  /** Retries until it works: no server can start without the data, and an unreachable database comes back. */
  async #restoreData(
    data: KeptData,
    { root, print }: { readonly root: string; readonly print: (line: string) => void },
  ): Promise<void> {
    for (;;) {
      try {
        return await this.#folder.restoreData(data, root);
      } catch (error) {
        if (this.#closing.signal.aborted) throw error;
        this.#options.log.error({ error }, "can't put the data back; trying again");
        print(`The data can't be put back (${String(error)}); trying again …`);
      }
      await delay(RESTORE_RETRY_MS, undefined, { signal: this.#closing.signal });
    }
  }

  async #prepare(name: PartName, { program }: Running, limitMs: number): Promise<PartStandby> {
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(limitMs)]);
    return await this.#options.parts[name].prepare(this.#programOf(program, name), signal);
  }

  async #resume(
    name: PartName,
    { program }: Running,
    limitMs: number,
    standby: PartStandby | null = null,
  ): Promise<void> {
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(limitMs)]);
    const plan = { program: this.#programOf(program, name), standby, signal };
    await this.#options.parts[name].resume(plan);
  }

  #programOf(program: ReleaseProgram | null, name: PartName): PartProgram | null {
    if (program === null) return null;
    const { config, ...part } = program.parts[name];
    const { readTls, config: station } = this.#options;
    return {
      ...part,
      ...(name === "server" && station.node !== null && { hungAfterMs: NODE_HUNG_AFTER_MS }),
      config: ({ hasWebPort }) => ({
        ...config,
        tls: readTls(),
        isStationStart: false,
        // During the proof, a failed start ends the change.
        ...(name === "server" && {
          isPortKept: hasWebPort,
          retryStartMs: this.#change === null ? RETRY_START_MS : null,
        }),
      }),
    };
  }
}
