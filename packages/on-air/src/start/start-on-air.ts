import type { LinkServer } from "../link/link-server.ts";
import type { LauncherChannel } from "@neonrelay/process/launcher-channel";
import { createEvents } from "@neonrelay/process/events";
import { createWatchedLog, type Logger } from "@neonrelay/process/log";
import type { PartReport, RunningPart } from "@neonrelay/process/part";
import { TroubleLog } from "@neonrelay/process/trouble-log";
import { trustedProxies, type TrustedProxies } from "@neonrelay/process/client-address";
import { realCapture, type CaptureParts } from "../capture/capture-source.ts";
import { EdgeRows } from "../edge/edge-rows.ts";
import { EarlyEngine } from "../engine-host/early-engine.ts";
import { realEngineUrl, spawnEngineOf } from "../engine-host/engine-process.ts";
import { sourceSocketBeside } from "../protocol/index.ts";
import { usualProbeTiming, type ProbeTiming } from "../probe/listener-probe.ts";
import { rememberPosition } from "../programme/remembered-position.ts";
import { localUrlOf } from "../stream/public-urls.ts";
import { childConfinement } from "./child-confinement.ts";
import type { OnAirConfig } from "./config.ts";
import { makeAudience, type Audience } from "./make-audience.ts";
import { makeDjs, type DjParts } from "./make-djs.ts";
import { makeLink } from "./make-link.ts";
import { makeOutlets, type Outlets } from "./make-outlets.ts";
import { makeProgramme, type ProgrammeParts } from "./make-programme.ts";
import type { OnAirNews } from "./on-air-news.ts";
import { openDoors, type Doors } from "./open-doors.ts";
import { openState, type OnAirState } from "./open-state.ts";
import { orStartUpError } from "./or-start-up-error.ts";
import { passOnEvents } from "./pass-on-events.ts";

/** Access to a running on-air for the rest of the process. */
export interface RunningOnAir extends RunningPart {
  readonly enginePid: () => number | undefined;
  /** Port for SHOUTcast sources; null: none. */
  readonly shoutcastPort: number | null;
}

interface OnAirOptions {
  readonly config: OnAirConfig;
  readonly report: (report: PartReport) => void;
  /** Source of the web port's connections; null: none. */
  readonly channel?: LauncherChannel | null;
  /** Script of the engine child; tests substitute a simpler one. */
  readonly engineUrl?: URL;
  /** The engine of the first run, if already started. */
  readonly earlyEngine?: EarlyEngine;
  /** When our own listener listens; shorter in tests. */
  readonly probeTiming?: ProbeTiming;
  /** Source of captured sound; tests have no device. */
  readonly capture?: CaptureParts;
}

/**
 * Puts the programme on air: engine, stream server, link to the server. Reports `ready` when the stream server listens
 * and there is sound.
 * @throws StartUpError when an address is taken or the folder can't be used
 */
export async function startOnAir(options: OnAirOptions): Promise<RunningOnAir> {
  const { config, report, channel = null } = options;
  const parts = await makeParts(options);
  const { state, programme, outlets, link, log } = parts;
  const { rings, playout, transmitter } = programme;

  const doors = await openDoors({ config, ...parts });
  channel?.onConnection((connection) => doors.streamServer.takeHanded(connection));
  await orStartUpError(
    link.listen(config.socketPath),
    `on-air can't make its socket ${config.socketPath}: remove what is there, or check the folder's rights`,
  );
  const sourceSocket = sourceSocketBeside(config.socketPath);
  await orStartUpError(
    parts.djs.handed.listen(sourceSocket),
    `on-air can't make its socket ${sourceSocket}: remove what is there, or check the folder's rights`,
  );

  const { streamHost, tls } = config;
  const url = localUrlOf(streamHost, doors.port, tls === null ? "http" : "https");
  rings.main.ring.onFirst(() => {
    report({ kind: "ready", url, ircUrl: null });
    // The port accepts both, and our own listener needs no TLS.
    outlets.probe.start(localUrlOf(streamHost, doors.port, "http"));
    log.info({ url }, "the stream is on air");
  });
  const endRemembering = rememberPosition(state.position, rings.main.ring);
  playout.resume(rings.main.ring.endSamples);
  programme.ledger.endLastRun(state.remembered);
  playout.start();
  transmitter.start();
  outlets.mounts.follow(rings.rings, playout.settings);
  outlets.hlsToStorage.follow();
  return {
    enginePid: () => programme.engine.pid,
    shoutcastPort: doors.shoutcastPort,
    close: async () => close(parts, { doors, endRemembering }),
  };
}

interface Parts {
  readonly state: OnAirState;
  readonly programme: ProgrammeParts;
  readonly djs: DjParts;
  readonly audience: Audience;
  readonly outlets: Outlets;
  readonly link: LinkServer;
  readonly proxies: TrustedProxies;
  readonly log: Logger;
}

/** Each part is made from those above it; information flows back as events. Nothing is on air yet. */
async function makeParts({
  config,
  engineUrl = realEngineUrl,
  earlyEngine = new EarlyEngine(),
  probeTiming = usualProbeTiming,
  capture: captureParts = realCapture,
}: OnAirOptions): Promise<Parts> {
  const { clockSpeed, limits, logLevel, edgeSecret, relayPassword } = config;
  const troubles = new TroubleLog();
  const takeLine = (line: string): void => troubles.record(line);
  const log = createWatchedLog(takeLine, { part: "on-air", level: logLevel });
  const news = createEvents<OnAirNews>();
  const proxies = trustedProxies(config.trustProxy);
  const state = openState(config, log);
  const { engine, probe } = await childConfinement(log);
  const shared = { state, news, log };
  const spawnEngine = () => earlyEngine.take() ?? spawnEngineOf(engineUrl, engine);
  const engineParts = { spawnEngine, clockSpeed, logLevel };
  const programme = makeProgramme({ ...shared, ...engineParts });
  const djs = makeDjs({ ...shared, programme, proxies, captureParts });
  const audience = makeAudience({
    folder: state.ledgerFolder,
    salts: state.listenerSalts,
    geoipFile: config.geoipFile,
    timeZone: () => programme.playout.settings.timeZone,
    log,
  });
  const outlets = makeOutlets({
    ...shared,
    programme,
    listeners: { limits, audience: audience.ledger },
    edgeParts: {
      secret: edgeSecret,
      file: state.edges,
      remembered: state.knownEdges,
      rows: new EdgeRows(audience.ledger.log),
      salts: () => audience.salts.all,
    },
    relayPassword,
    probeTiming,
    wrapper: probe,
  });
  const link = makeLink({ ...shared, programme, djs, audience, outlets, troubles });
  passOnEvents({ ...shared, programme, djs, outlets, troubles });
  return { state, programme, djs, audience, outlets, link, proxies, log };
}

async function close(
  { state, programme, djs, audience, outlets, link }: Parts,
  { doors, endRemembering }: { readonly doors: Doors; readonly endRemembering: () => void },
): Promise<void> {
  programme.streams.close();
  await djs.capture.close();
  djs.lineup.close();
  await Promise.all([doors.closeShoutcast(), djs.handed.close()]);
  // Stop the programme first: the engine's last events are still handled, then journalled.
  await Promise.all([
    programme.transmitter.close(),
    doors.streamServer.close(),
    outlets.outputs.close(),
    outlets.hlsToStorage.close(),
    outlets.probe.close(),
  ]);
  outlets.edges.close();
  await audience.close();
  programme.playout.close();
  endRemembering();
  await state.journal.close();
  await Promise.all([link.close(), state.flush()]);
}
