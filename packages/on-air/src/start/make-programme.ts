import type { ChildProcess } from "node:child_process";
import type { LogLevel, Logger } from "@neonrelay/process/log";
import { EngineFeeds } from "../engine-host/engine-feeds.ts";
import { EngineProcess } from "../engine-host/engine-process.ts";
import { PROGRAMME_RATE_HZ } from "../engine/engine-protocol.ts";
import { ExternalStreams } from "../external/external-streams.ts";
import { addressRulesOf } from "../fetch/address-rules-of.ts";
import { fetchLimits } from "../fetch/guarded-client.ts";
import { PlayLedger } from "../playout/play-ledger.ts";
import { Playout } from "../playout/playout.ts";
import { isFolderAway } from "../playout/waiting-entries.ts";
import { EngineShift } from "../programme/engine-shift.ts";
import { MountFeeds } from "../programme/mount-feeds.ts";
import { ProgrammeTime } from "../programme/programme-clock.ts";
import { firstPositionSamples } from "../programme/remembered-position.ts";
import { Transmitter } from "../programme/transmitter.ts";
import type { OnAirState } from "./open-state.ts";

/** Two notes and the engine's lead: more than can have been sent since the last note. */
const POSITION_MARGIN_SECONDS = 12;

/** The path of the sound from the choice of a track to the mounts' rings. */
export type ProgrammeParts = ReturnType<typeof makeProgramme>;

export function makeProgramme({
  state,
  spawnEngine,
  clockSpeed,
  logLevel,
  log,
}: {
  readonly state: OnAirState;
  /** Starts the engine child. */
  readonly spawnEngine: () => ChildProcess;
  readonly clockSpeed: number;
  readonly logLevel: LogLevel;
  readonly log: Logger;
}) {
  const { store, journal } = state;
  const settings = () => store.settings;
  const startSamples = firstPositionSamples({
    remembered: state.remembered,
    nowMs: Date.now(),
    marginSamples: POSITION_MARGIN_SECONDS * PROGRAMME_RATE_HZ * Math.ceil(clockSpeed),
  });
  const time = new ProgrammeTime({ positionSamples: startSamples, speed: clockSpeed });
  const rings = new MountFeeds({ startSamples, loops: state.bridges.load(), time, log });
  const shift = new EngineShift(rings.main.ring);
  const engine = new EngineProcess({ spawnEngine, log });
  const feeds = new EngineFeeds((message) => engine.send(message));
  const ledger = new PlayLedger({ store, journal, time, ring: rings.main.ring });
  const streams = new ExternalStreams({
    feeds,
    rules: () => ({ ...addressRulesOf(settings()), limits: fetchLimits }),
    limitMs: () => settings().streamLimitMinutes * 60_000,
    addTitle: (title) => ledger.addFeedTitle(title),
    log,
  });
  const playout = new Playout({
    store,
    ledger,
    engine,
    time,
    engineShiftSamples: () => shift.samples,
    streams,
    isFolderAway,
    random: Math.random,
    log,
  });
  const transmitter = new Transmitter({
    engine,
    feeds,
    time,
    shift,
    mounts: rings,
    director: {
      isFadedOut: () => playout.isFadedOut,
      currentPlay: (positionSamples) => playout.currentPlay(positionSamples),
      cuedPlay: () => playout.cuedPlay(),
      takes: () => playout.takes(),
      titleOf: (place) => ledger.titleOf(place),
    },
    settings,
    engineLogLevel: logLevel,
    log,
  });
  return { time, rings, engine, feeds, ledger, streams, playout, transmitter };
}
