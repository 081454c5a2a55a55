import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { randomUUID } from "node:crypto";
import * as z from "zod";
import { createLog, type Logger } from "@neonrelay/process/log";
import { type PartReport, type RunningPart, StartUpError } from "@neonrelay/process/part";
import {
  type ListenerSalt,
  ListenerSalts,
  listenerSaltsSchema,
} from "../audience/listener-salts.ts";
import { EdgeMounts } from "../edge/edge-mounts.ts";
import { EDGE_PROTOCOL_VERSION, type EdgeAnswer, type EdgeReport } from "../edge/edge-protocol.ts";
import { RowsToSend } from "../edge/edge-rows.ts";
import { type Listened, listenedSchema, ListenedTimeStore } from "../edge/listened-time.ts";
import { loopDigests } from "../edge/digests.ts";
import { MasterLink, WaitingSessions } from "../edge/master-link.ts";
import { ProgrammePlace } from "../edge/programme-place.ts";
import { PROGRAMME_RATE_HZ } from "../engine/engine-protocol.ts";
import {
  firstPositionSamples,
  type RememberedPosition,
  rememberedPositionSchema,
  rememberPosition,
} from "../programme/remembered-position.ts";
import { type OnAirSettings, onAirSettingsSchema } from "../protocol/index.ts";
import { localUrlOf } from "../stream/public-urls.ts";
import { Mounts } from "../stream/mounts.ts";
import type { Ring } from "../stream/ring.ts";
import type { EdgeConfig } from "./config.ts";
import { makeAudience } from "./make-audience.ts";
import { openEdgeDoors } from "./open-edge-doors.ts";
import { BridgeFiles } from "../programme/bridge.ts";
import { StateFile } from "../state/state-file.ts";
import { makeStateFolder } from "./or-start-up-error.ts";

/** More than can have been sent since the position was last recorded. */
const POSITION_MARGIN_SAMPLES = 12 * PROGRAMME_RATE_HZ;
const FIRST_CONTACT_EVERY_MS = 2000;

interface EdgeOptions {
  readonly config: EdgeConfig;
  readonly report: (report: PartReport) => void;
}

/**
 * Carries a master's mounts. Reports `ready` when its stream server listens and there is sound: the programme, or its
 * loop.
 * @throws StartUpError when the master refuses this edge and was never heard before, or an address is taken
 */
export async function startEdge({ config, report }: EdgeOptions): Promise<RunningPart> {
  const log = createLog({ part: "edge", level: config.logLevel });
  const state = openEdgeState(config.stateFolder, log);
  const edge = new Edge({ config, state, log });
  try {
    const settings = state.rememberedSettings ?? (await edge.firstSettings(report));
    const { ring, port, close } = await edge.open(settings);
    const { streamHost, tls } = config;
    const url = localUrlOf(streamHost, port, tls === null ? "http" : "https");
    const tell = (): void => {
      report({ kind: "ready", url, ircUrl: null });
      log.info({ url, master: config.master }, "the edge is on air");
    };
    if (ring.newest === undefined) ring.onFirst(tell);
    else tell();
    return { close };
  } catch (error) {
    await edge.close();
    throw error;
  }
}

/** The parts of an edge: they follow the master's answers, and their state is reported to it. */
class Edge {
  readonly #config: EdgeConfig;
  readonly #state: EdgeState;
  readonly #log: Logger;
  readonly #link: MasterLink;
  readonly #startedAtMs = Date.now();
  readonly #sessions = new WaitingSessions();
  #settings: OnAirSettings | null = null;
  #opened: Opened | null = null;

  constructor({
    config,
    state,
    log,
  }: {
    readonly config: EdgeConfig;
    readonly state: EdgeState;
    readonly log: Logger;
  }) {
    this.#config = config;
    this.#state = state;
    this.#log = log;
    this.#link = new MasterLink({
      master: new URL(config.master),
      secret: config.secret,
      report: async () => this.#report(),
      onAnswer: (answer, sent) => this.#take(answer, sent),
      onBack: () => this.#opened?.carried.wake(),
      log,
    });
  }

  /** Asks the master until it answers. @throws StartUpError when it refuses this edge */
  async firstSettings(report: (report: PartReport) => void): Promise<OnAirSettings> {
    for (;;) {
      report({ kind: "progress", step: `asks the master at ${this.#config.master}` });
      const answer = await this.#link.ask();
      if (answer.kind === "refused") throw new StartUpError(`${answer.reason}.`);
      if (answer.kind === "accepted") {
        // The loops that came with it are read from disk.
        await this.#state.flush();
        return settingsFor(answer.answer.settings);
      }
      await delay(FIRST_CONTACT_EVERY_MS);
    }
  }

  /** @throws StartUpError when an address is taken */
  async open(settings: OnAirSettings): Promise<{
    readonly ring: Ring;
    readonly port: number;
    readonly close: () => Promise<void>;
  }> {
    this.#settings ??= settings;
    const { position, rememberedPosition, listened, rememberedListened, bridges } = this.#state;
    const audience = makeAudience({
      folder: this.#state.ledgerFolder,
      salts: this.#state.salts,
      geoipFile: this.#config.geoipFile,
      timeZone: () => (this.#settings ?? settings).timeZone,
      log: this.#log,
    });
    const carried = new EdgeMounts({
      master: new URL(this.#config.master),
      startSamples: firstPositionSamples({
        remembered: rememberedPosition,
        nowMs: Date.now(),
        marginSamples: POSITION_MARGIN_SAMPLES,
      }),
      loops: bridges.load(),
      settings,
      log: this.#log,
    });
    const place = new ProgrammePlace(carried.main);
    const mounts = new Mounts({
      limits: this.#config.limits,
      audience: audience.ledger,
      log: this.#log,
      wallMsOf: (positionSamples) => carried.wallMsOf(positionSamples),
      onCountChanged: () => {},
      onAttached: (session) => {
        this.#sessions.add(session);
        this.#link.hurry();
      },
    });
    const doors = await openEdgeDoors({
      config: this.#config,
      mounts,
      carried,
      settings: () => this.#settings ?? settings,
      log: this.#log,
    });
    this.#opened = {
      carried,
      place,
      mounts,
      rows: new RowsToSend(audience.ledger.log),
      listened: new ListenedTimeStore({
        file: listened,
        remembered: rememberedListened,
        listeners: () => mounts.listeners,
      }),
    };
    mounts.follow(carried.rings, settings);
    const endRemembering = rememberPosition(position, carried.main.ring);
    this.#link.start();
    const close = async (): Promise<void> => {
      await Promise.all([this.close(), doors.close(), carried.close()]);
      this.#opened?.listened.close();
      endRemembering();
      await audience.close();
      await this.#state.flush();
    };
    return { ring: carried.main.ring, port: doors.port, close };
  }

  async close(): Promise<void> {
    await this.#link.close();
  }

  #take(answer: EdgeAnswer, sent: EdgeReport): void {
    const { settings: told, mark, loops, listenerSeconds } = answer;
    const settings = settingsFor(told);
    const before = this.#settings;
    this.#settings = settings;
    if (JSON.stringify(before) !== JSON.stringify(settings)) this.#state.settings.save(settings);
    for (const loop of loops) this.#state.bridges.save(loop);
    this.#state.salts.learn(answer.salts);
    const opened = this.#opened;
    if (opened === null) return;
    const { carried, mounts, place, rows, listened } = opened;
    // Many rows wait after a time without the master; the next report is due once this one is done with.
    if (rows.stored(answer.stored)) setImmediate(() => this.#link.hurry());
    carried.follow(settings);
    for (const loop of loops) carried.keepLoop(loop);
    mounts.follow(carried.rings, settings);
    if (before?.isStreaming === true && !settings.isStreaming) mounts.endAll();
    place.follow(mark);
    listened.agree(listenerSeconds);
    this.#sessions.sent(sent.sessions);
  }

  async #report(): Promise<EdgeReport> {
    const { name, publicStreamUrl, weight } = this.#config;
    const opened = this.#opened;
    const ledger = (await opened?.rows.next()) ?? null;
    opened?.place.check();
    return {
      protocol: EDGE_PROTOCOL_VERSION,
      id: this.#state.id,
      name,
      startedAtMs: this.#startedAtMs,
      publicUrl: publicStreamUrl,
      weight,
      listeners: opened?.mounts.listeners ?? 0,
      state: opened?.carried.main.isCarrying === true ? "carrying" : "loop",
      loops: loopDigests(opened?.carried.loops ?? this.#state.bridges.load()),
      lagMs: opened?.place.lagMs ?? null,
      sessions: this.#sessions.toSend((ms) => opened?.place.masterMsOf(ms) ?? null),
      listenerSeconds: opened?.listened.toReport ?? null,
      ledger,
    };
  }
}

interface Opened {
  readonly carried: EdgeMounts;
  readonly place: ProgrammePlace;
  readonly mounts: Mounts;
  readonly rows: RowsToSend;
  readonly listened: ListenedTimeStore;
}

/** HLS is made from the AAC mount, which an edge can read only while it is on. */
function settingsFor(settings: OnAirSettings): OnAirSettings {
  return { ...settings, isHlsOn: settings.isHlsOn && settings.isAacOn };
}

const identitySchema = z.object({ id: z.uuid() });

/** What an edge keeps on disk, and what it found there. */
type EdgeState = ReturnType<typeof openEdgeState>;

/** Opens an edge's files, creating their folder if needed. @throws StartUpError when that fails */
function openEdgeState(folder: string, log: Logger) {
  makeStateFolder(folder);
  const fileOf = <Value>(name: string) =>
    new StateFile<Value>({ path: path.join(folder, name), log });
  const identity = fileOf<{ id: string }>("edge.json");
  const settings = fileOf<OnAirSettings>("master-settings.json");
  const position = fileOf<RememberedPosition>("position.json");
  const listened = fileOf<Listened>("listened.json");
  const salts = fileOf<readonly ListenerSalt[]>("listener-salt.json");
  const bridges = new BridgeFiles({ folder, log });
  const id = identity.load(identitySchema)?.id ?? randomUUID();
  identity.save({ id });
  return {
    id,
    settings,
    position,
    listened,
    bridges,
    salts: new ListenerSalts({ file: salts, remembered: salts.load(listenerSaltsSchema) }),
    ledgerFolder: path.join(folder, "listeners"),
    /** Of the last run; null: the master was never heard. */
    rememberedSettings: settings.load(onAirSettingsSchema),
    rememberedPosition: position.load(rememberedPositionSchema),
    rememberedListened: listened.load(listenedSchema),
    /** Resolves once everything is on disk. */
    flush: async () => {
      const files = [identity, settings, position, listened, bridges, salts];
      await Promise.all(files.map(async (file) => file.flush()));
    },
  };
}
