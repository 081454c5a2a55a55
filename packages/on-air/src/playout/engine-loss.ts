import type { Events } from "@neonrelay/process/events";
import type { Logger } from "@neonrelay/process/log";
import { EngineDeaths } from "../engine-host/engine-deaths.ts";
import type { EngineEnd } from "../engine-host/engine-process.ts";
import type { AirPlays } from "./air-plays.ts";
import type { Cueing } from "./cueing.ts";
import type { DjHandover } from "./dj-plays.ts";
import type { PlayCourse } from "./play-course.ts";
import type { PlayLedger } from "./play-ledger.ts";
import type { PlayoutEvent } from "./playout-events.ts";
import type { PlayoutStore } from "./playout-store.ts";
import type { PlayableTrack } from "../protocol/index.ts";
import { QUARANTINED } from "../quarantine/quarantine.ts";

interface LossParts {
  readonly air: AirPlays;
  readonly store: PlayoutStore;
  readonly ledger: PlayLedger;
  readonly cueing: Cueing;
  readonly taking: DjHandover;
  readonly course: PlayCourse;
  readonly events: Events<PlayoutEvent>;
  readonly log: Logger;
}

/** Decides what happens to plays when an engine dies and another takes over. */
export class EngineLoss {
  readonly #parts: LossParts;
  readonly #deaths = new EngineDeaths();

  constructor(parts: LossParts) {
    this.#parts = parts;
  }

  /** The engine reports that it hangs in that play. */
  recordHung(playId: string): void {
    this.#deaths.recordHung(playId);
  }

  /** The engine died. A play that has killed two engines is not tried again. */
  take(end: EngineEnd): void {
    const { air, store, ledger, cueing, taking, course, log } = this.#parts;
    // An item over a DJ continues in the next engine, unless that has an order for another such item.
    const over = taking.isOverOrdered ? null : air.over;
    for (const play of ledger.open)
      if (play.playId !== air.current?.playId && play.playId !== over?.playId)
        course.end(play, { reason: "finished", detail: null, playedMs: null });
    const { dropped, struck } = this.#deaths.judge(end, {
      beginning: air.beginning ?? taking.opening,
      cued: cueing.cued,
      current: air.over ?? air.current,
    });
    cueing.engineEnded();
    const plays = [air.beginning, cueing.cued?.play, air.over, air.current, air.failedLast];
    const culprit = plays.find((play) => play?.playId === struck);
    if (culprit?.kind === "track") strikeTrack(culprit.track, { store, ledger, log });
    if (dropped !== null) this.#drop(dropped);
  }

  #drop(playId: string): void {
    const { air, store, ledger, cueing, course, events } = this.#parts;
    const detail = "its audio crashed the engine twice";
    const lost = ledger.started(playId) ?? ledger.planned(playId);
    if (lost?.kind === "track" && !store.isQuarantined(lost.track)) ledger.drop(lost.track, detail);
    if (lost?.kind === "live") events.publish({ kind: "dj.crashed", playId });
    if (air.current?.playId === playId) {
      if (air.current.kind === "track") cueing.rest(air.current.track);
      course.end(air.current, { reason: "failed", detail, playedMs: null });
      cueing.fill();
      return;
    }
    if (air.over?.playId === playId)
      return course.end(air.over, { reason: "failed", detail, playedMs: null });
    const planned = ledger.planned(playId);
    if (planned !== undefined) course.failed(planned, detail);
  }
}

/** [P93] Keeps tracks that crash engines off air. */
function strikeTrack(
  track: PlayableTrack,
  {
    store,
    ledger,
    log,
  }: { readonly store: PlayoutStore; readonly ledger: PlayLedger; readonly log: Logger },
): void {
  store.strike(track);
  if (!store.isQuarantined(track)) return;
  const { title, artist } = track;
  ledger.drop(track, QUARANTINED);
  log.error({ title, artist, detail: QUARANTINED }, "a track is quarantined");
}
