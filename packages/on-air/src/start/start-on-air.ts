import path from "node:path";
import * as z from "zod";
import type { LauncherChannel } from "@neonrelay/process/launcher-channel";
import type { PartReport, RunningPart } from "@neonrelay/process/part";
import { trustedProxies } from "@neonrelay/process/trusted-proxies";
import { createWatchedLog } from "@neonrelay/process/log";
import { TroubleLog } from "@neonrelay/process/trouble-log";
import { PROGRAMME_RATE_HZ } from "../engine/engine-protocol.ts";
import { childConfinement } from "./child-confinement.ts";
import { CaptureSource, realCapture, type CaptureParts } from "../capture/capture-source.ts";
import type { OnAirConfig } from "./config.ts";
import { IcecastOutputs } from "../icecast/icecast-outputs.ts";
import { ExternalStreams } from "../external/external-streams.ts";
import { addressRulesOf } from "../fetch/address-rules-of.ts";
import { fetchLimits } from "../fetch/guarded-client.ts";
import { icecastOutputSchema, type IcecastOutput } from "../protocol/index.ts";
import { createCommandRunner } from "../link/commands.ts";
import { LinkServer } from "../link/link-server.ts";
import { BridgeFiles } from "../programme/bridge-files.ts";
import { DjKeys } from "../djs/dj-keys.ts";
import { DjAdmin } from "../djs/dj-admin.ts";
import { DjDesk } from "../djs/dj-desk.ts";
import { ShoutcastDoor } from "../djs/shoutcast-door.ts";
import { SourceDoor } from "../djs/source-door.ts";
import { SourceGate } from "../djs/source-gate.ts";
import { Journal } from "../state/journal.ts";
import { PlayoutStore } from "../playout/playout-store.ts";
import { rememberedPositionSchema, settingsAtStationStart } from "../playout/playout-state.ts";
import { realEngineUrl, spawnEngineOf } from "../engine-host/engine-process.ts";
import { PlayLedger } from "../playout/play-ledger.ts";
import { Playout } from "../playout/playout.ts";
import { firstPositionSamples, type RememberedPosition } from "../programme/programme-clock.ts";
import { Transmitter } from "../programme/transmitter.ts";
import { makeStateFolder, orStartUpError } from "./or-start-up-error.ts";
import { heal } from "../probe/heal.ts";
import { ListenerProbe, usualProbeTiming, type ProbeTiming } from "../probe/listener-probe.ts";
import { StateFile } from "../state/state-file.ts";
import { localUrlOf } from "../stream/base-url.ts";
import { Mounts } from "../stream/mounts.ts";
import { statusOfMounts } from "../stream/stream-status.ts";
import { siteUrlOf } from "../stream/site-url.ts";
import { StreamServer } from "../stream/stream-server.ts";

const REMEMBER_EVERY_MS = 5000;
/** Two notes and the engine's lead: more than can have been sent since the last note. */
const POSITION_MARGIN_SECONDS = 12;

/** Somebody else's stream that had its time goes like this. */
const STREAM_END_FADE_MS = 4000;

/** What the rest of the process may ask of on-air while it runs. */
export interface RunningOnAir extends RunningPart {
  readonly enginePid: () => number | undefined;
  /** Where SHOUTcast sources are listened for; null: nowhere. */
  readonly shoutcastPort: number | null;
}

/**
 * Puts the programme on air: engine, stream server, link to the server. Reports `ready` when the stream server
 * listens and there is something to hear.
 * @param channel where connections of the web port come from; null: they do not
 * @param engineUrl the file the engine child runs; tests put a simpler one in its place
 * @param capture where captured sound comes from; tests have no device
 * @param probeTiming when our own listener listens; tests have less time
 * @throws StartUpError when an address is taken or the folder can't be used
 */
export async function startOnAir({
  config,
  report,
  channel = null,
  engineUrl = realEngineUrl,
  probeTiming = usualProbeTiming,
  capture: captureParts = realCapture,
}: {
  readonly config: OnAirConfig;
  readonly report: (report: PartReport) => void;
  readonly channel?: LauncherChannel | null;
  readonly engineUrl?: URL;
  readonly probeTiming?: ProbeTiming;
  readonly capture?: CaptureParts;
}): Promise<RunningOnAir> {
  const troubles = new TroubleLog();
  const log = createWatchedLog((line) => troubles.note(line), {
    part: "on-air",
    level: config.logLevel,
  });
  makeStateFolder(config.stateFolder);
  const confinement = await childConfinement(log);
  const inFolder = (name: string): string => path.join(config.stateFolder, name);
  const positionFile = new StateFile<RememberedPosition>({ path: inFolder("position.json"), log });
  const bridgeFiles = new BridgeFiles({ folder: config.stateFolder, log });
  const outputsFile = new StateFile<IcecastOutput[]>({ path: inFolder("outputs.json"), log });
  const journal = new Journal({ path: inFolder("journal.jsonl"), log });
  const store = new PlayoutStore({ folder: config.stateFolder, journal, log });
  if (config.isStationStart) store.setSettings(settingsAtStationStart(store.settings));
  const remembered = positionFile.load(rememberedPositionSchema);
  const startedAtMs = Date.now();
  let streamStartedAtMs: number | null = null;

  const programme = new Transmitter({
    spawnEngine: () => spawnEngineOf(engineUrl, confinement.engine),
    startSamples: firstPositionSamples({
      remembered,
      nowMs: startedAtMs,
      marginSamples: POSITION_MARGIN_SECONDS * PROGRAMME_RATE_HZ * Math.ceil(config.clockSpeed),
    }),
    clockSpeed: config.clockSpeed,
    loops: bridgeFiles.load(),
    engineLogLevel: config.logLevel,
    log,
    director: {
      settings: () => playout.settings,
      isFadedOut: () => playout.isFadedOut,
      currentPlay: (positionSamples) => playout.currentPlay(positionSamples),
      cuedPlay: () => playout.cuedPlay(),
      titleOf: (place) => ledger.titleOf(place),
      take: () => playout.taking.order(),
      onEngineEvent: (event) => playout.takeEngineEvent(event),
      onBlock: (header) => {
        playout.followBlock(header);
        probe.followBlock(header);
      },
      onEngineEnded: (end) => playout.takeEngineEnd(end),
      onStateChanged: () => link.announceStatus(),
      onEngineTrouble: (line) => troubles.note(line),
      onBridgeLoop: (loop) => bridgeFiles.save(loop),
      onLevels: (levels) => link.announceLevels(levels),
    },
  });
  const ledger: PlayLedger = new PlayLedger({ store, journal, programme });
  const streams: ExternalStreams = new ExternalStreams({
    feeds: programme.feeds,
    rules: () => ({ ...addressRulesOf(playout.settings), limits: fetchLimits }),
    limitMs: () => playout.settings.streamLimitMinutes * 60_000,
    addTitle: (title) => ledger.addFeedTitle(title),
    owner: {
      onChanged: () => playout.streamsChanged(),
      onGivenUp: (entry, detail) => playout.giveUp(entry, detail),
      onOver: (playId) => programme.send({ kind: "skip", playId, fadeMs: STREAM_END_FADE_MS }),
    },
    log,
  });
  const playout: Playout = new Playout({
    streams,
    store,
    ledger,
    programme,
    random: Math.random,
    log,
    live: {
      started: (playId) => djDesk.started(playId),
      ended: (playId) => djDesk.ended(playId),
      failed: (playId, detail) => djDesk.failed(playId, detail),
      crashed: (playId) => djDesk.crashed(playId),
      silent: (playId) => djDesk.silent(playId),
    },
    onChanged: () => {
      mounts.follow(programme.rings, playout.settings);
      if (!playout.settings.isStreaming) mounts.endAll();
      outputs.follow();
      capture.follow();
      probe.follow();
      link.announceStatus();
    },
  });
  const keys = new DjKeys({ path: inFolder("dj-keys.json"), log });
  const djDesk: DjDesk = new DjDesk({
    keys,
    air: playout.taking,
    ledger,
    feeds: programme.feeds,
    journal,
    onChanged: () => link.announceStatus(),
    log,
  });
  const capture: CaptureSource = new CaptureSource({
    desk: djDesk,
    parts: captureParts,
    wantedId: () => playout.settings.captureDeviceId,
    onChanged: () => link.announceStatus(),
    log,
  });
  const gate = new SourceGate({ keys, onRefused: (refusal) => djDesk.noteRefusal(refusal) });
  const proxies = trustedProxies(config.trustProxy);
  const mounts: Mounts = new Mounts({
    limits: config.limits,
    log,
    wallMsOf: (positionSamples) => programme.wallMsOf(positionSamples),
    onCountChanged: () => link.announceStatus(),
    onAttached: (session) => link.announceAttached(session),
  });
  const outputs: IcecastOutputs = new IcecastOutputs({
    rings: () => programme.rings,
    rules: () => addressRulesOf(playout.settings),
    wishes: outputsFile.load(z.array(icecastOutputSchema)) ?? [],
    settings: () => playout.settings,
    onStateChanged: () => link.announceStatus(),
    random: Math.random,
    log,
  });
  const probe: ListenerProbe = new ListenerProbe(
    {
      wrapper: confinement.probe,
      mounts: () => mounts,
      settings: () => playout.settings,
      isFadedOut: () => playout.isFadedOut,
      heal: (healing, reason) => heal({ playout, programme, log }, { healing, reason }),
      onChanged: () => link.announceStatus(),
      log,
    },
    probeTiming,
  );
  const link: LinkServer = new LinkServer({
    journal,
    troubles,
    log,
    status: () => ({
      ...playout.status(mounts.listeners),
      outputs: [...outputs.states],
      live: djDesk.status,
      captureDevices: [...capture.devices],
      probes: [...probe.states],
    }),
    onDeserted: () => programme.setLevels(false),
    runCommand: createCommandRunner({
      playout,
      outputs,
      djDesk,
      setOutputs: (wishes) => {
        outputsFile.save([...wishes]);
        outputs.set(wishes);
      },
      journal,
      restartEngine: () => programme.restartEngine(),
      setLevels: (isOn) => programme.setLevels(isOn),
      sessionStartMs: (cid) => mounts.sessionStartMs(cid),
    }),
  });
  const streamServer = new StreamServer({
    mounts,
    proxies,
    limits: config.limits,
    door: new SourceDoor({ desk: djDesk, gate, proxies }),
    admin: new DjAdmin({ desk: djDesk, gate }),
    publicStreamUrl: config.publicStreamUrl,
    log,
    settings: () => playout.settings,
    status: (baseUrl) => ({
      ...playout.status(mounts.listeners),
      title: programme.ring.newest?.title.text ?? null,
      ...statusOfMounts(mounts, playout.settings),
      probes: probe.states,
      serverStartedAtMs: startedAtMs,
      streamStartedAtMs,
      baseUrl,
      siteUrl: siteUrlOf(config.site, baseUrl),
    }),
  });

  mounts.follow(programme.rings, playout.settings);
  const shoutcast = new ShoutcastDoor({
    desk: djDesk,
    gate,
    onHttp: (socket) => streamServer.takeHttp(socket),
  });

  const port = await orStartUpError(
    streamServer.listen({ host: config.streamHost, port: config.streamPort }),
    `the stream server can't listen on ${config.streamHost}:${config.streamPort}: set STREAM_HOST and STREAM_PORT to a free address`,
  );
  const shoutcastPort =
    config.shoutcastPort === null
      ? null
      : await orStartUpError(
          shoutcast.listen({ host: config.streamHost, port: config.shoutcastPort }),
          `SHOUTcast sources can't be listened for on ${config.streamHost}:${config.shoutcastPort}: set SHOUTCAST_PORT to a free port`,
        );
  channel?.onConnection((connection) => streamServer.takeHanded(connection));
  await orStartUpError(
    link.listen(config.socketPath),
    `on-air can't make its socket ${config.socketPath}: remove what is there, or check the folder's rights`,
  );
  const url = localUrlOf(config.streamHost, port);
  programme.ring.onFirst(() => {
    streamStartedAtMs = Date.now();
    report({ kind: "ready", url, ircUrl: null });
    probe.start(url);
    log.info({ url }, "the stream is on air");
  });
  const remember = (): void =>
    positionFile.save({ endSamples: programme.ring.endSamples, atMs: Date.now() });
  const rememberTimer = setInterval(remember, REMEMBER_EVERY_MS);
  ledger.endLastRun(remembered);
  playout.start();
  programme.start();
  mounts.follow(programme.rings, playout.settings);

  return {
    enginePid: () => programme.enginePid,
    shoutcastPort,
    close: async () => {
      clearInterval(rememberTimer);
      streams.close();
      await capture.close();
      djDesk.close();
      if (shoutcastPort !== null) await shoutcast.close();
      // The programme goes first: what the engine says last is still decided about, and then journalled.
      await Promise.all([programme.close(), streamServer.close(), outputs.close(), probe.close()]);
      playout.close();
      remember();
      await journal.close();
      await Promise.all([
        link.close(),
        store.flush(),
        keys.flush(),
        positionFile.flush(),
        bridgeFiles.flush(),
        outputsFile.flush(),
      ]);
    },
  };
}
