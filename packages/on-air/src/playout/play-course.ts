import type { Events } from "@neonrelay/process/events";
import type { Logger } from "@neonrelay/process/log";
import { FILE_NOT_THERE } from "../audio/decode-error.ts";
import type { EngineEvent, ToEngine } from "../engine/engine-protocol.ts";
import { samplesToMs } from "../programme/programme-clock.ts";
import { SILENT_TRACK, SilentTracks } from "../quarantine/quarantine.ts";
import type { PlanStart, QueueEntry } from "../protocol/index.ts";
import type { AirPlays } from "./air-plays.ts";
import type { Cueing } from "./cueing.ts";
import type { DjHandover } from "./dj-plays.ts";
import type { MovedPlace, PlayEnd, PlayLedger, PlayPlace } from "./play-ledger.ts";
import type { PlayoutEvent } from "./playout-events.ts";
import type { PlayoutStore } from "./playout-store.ts";
import {
  followedAtSamples,
  isStream,
  planEntry,
  titleOfPlay,
  type PlannedPlay,
  type StartedPlay,
  type TrackPlay,
} from "./plays.ts";
import type { PlayoutStreams } from "./streams-port.ts";
import type { WaitingEntries } from "./waiting-entries.ts";

/** Fade from a silent track to the next one. */
const SILENT_FADE_MS = 500;

interface CourseParts {
  readonly air: AirPlays;
  readonly store: PlayoutStore;
  readonly ledger: PlayLedger;
  readonly cueing: Cueing;
  readonly taking: DjHandover;
  readonly streams: Pick<PlayoutStreams, "silent" | "endOf">;
  readonly waiting: Pick<WaitingEntries, "wait">;
  readonly send: (message: Extract<ToEngine, { readonly kind: "skip" }>) => void;
  readonly events: Events<PlayoutEvent>;
  readonly log: Logger;
}

/** The course of every play from start to end, as the engine reports it. */
export class PlayCourse {
  readonly #parts: CourseParts;
  readonly #silent = new SilentTracks();

  constructor(parts: CourseParts) {
    this.#parts = parts;
  }

  started(place: PlayPlace): void {
    const { air, ledger, cueing, taking, events, log } = this.#parts;
    const { playId } = place;
    // After an engine restart the same play starts again midway; a DJ below it may be gone.
    this.alone(place);
    if (ledger.started(playId) !== undefined) return this.moved(place);
    const planned = ledger.planned(playId);
    if (planned === undefined) return log.warn({ playId }, "the engine reports an unknown play");
    const start = this.#startOf(planned);
    const planStart = start ?? null;
    air.current = ledger.begin(planned, { ...place, planStart, overSessionId: null });
    cueing.started(playId);
    air.forgetBeginning(playId);
    taking.started(playId, { start, endsAtSamples: followedAtSamples(air.current) });
    log.info(titleOfPlay(air.current), "on air");
    if (planned.kind === "live") events.publish({ kind: "dj.started", playId });
    // The started play may have been the head of the queue, with something else cued before it.
    cueing.reconsider();
    events.publish({ kind: "changed" });
    return undefined;
  }

  /** [P38] It is heard over the DJ on air, who keeps the title. */
  overStarted({ playId, audioStartSamples }: Pick<PlayPlace, "playId" | "audioStartSamples">) {
    const { air, ledger, cueing, taking, events, log } = this.#parts;
    if (ledger.started(playId) !== undefined) return this.moved({ playId, audioStartSamples });
    const planned = ledger.planned(playId);
    if (planned === undefined) return log.warn({ playId }, "the engine reports an unknown play");
    const start = this.#startOf(planned);
    const place = { playId, audioStartSamples, titleSamples: audioStartSamples, mark: null };
    const overSessionId = air.current?.kind === "live" ? air.current.sessionId : null;
    air.over = ledger.begin(planned, { ...place, planStart: start ?? null, overSessionId });
    taking.started(playId, { start, endsAtSamples: followedAtSamples(air.over) });
    log.info(titleOfPlay(air.over), "on air over a DJ");
    cueing.reconsider();
    return events.publish({ kind: "changed" });
  }

  /** [P39] The DJ below it has left: from there on it is on air itself. */
  alone({ playId, titleSamples }: Pick<PlayPlace, "playId" | "titleSamples">): void {
    const { air, ledger, cueing, taking, events } = this.#parts;
    if (air.over?.playId !== playId) return;
    taking.leftAlone(playId);
    air.current = ledger.leaveAlone(air.over, titleSamples);
    air.over = null;
    cueing.reconsider();
    events.publish({ kind: "changed" });
  }

  /** Start of its item of the plan; read it early, because once started it is no longer in the plan. */
  #startOf(play: PlannedPlay): PlanStart | undefined {
    const itemId = play.kind === "track" ? play.itemId : null;
    return this.#parts.store.plan.find((item) => item.itemId === itemId)?.start;
  }

  /** It starts at another position than announced, or its title applies earlier. */
  moved({ playId, ...place }: MovedPlace & { readonly playId: string }): void {
    const { air, ledger, events } = this.#parts;
    const play = ledger.started(playId);
    if (play === undefined) return;
    const moved = ledger.move(play, place);
    if (moved === play) return;
    air.update(moved);
    events.publish({ kind: "changed" });
  }

  /** Its feed's title changes at that position. */
  marked({ playId, ...place }: Extract<EngineEvent, { readonly kind: "play.marked" }>): void {
    const { air, ledger, events, log } = this.#parts;
    const play = ledger.started(playId);
    if (play === undefined) return;
    const retitled = ledger.retitle(play, place);
    air.update(retitled);
    log.info(titleOfPlay(retitled), "on air");
    events.publish({ kind: "changed" });
  }

  /** It is silent. */
  silent(playId: string): void {
    const { air, ledger, streams, send, events } = this.#parts;
    if (ledger.started(playId)?.kind === "live")
      return events.publish({ kind: "dj.silent", playId });
    if (air.current?.playId !== playId) return undefined;
    if (isStream(air.current)) return streams.silent(playId);
    // [P90] It gives way to the next one.
    if (this.#silent.record(playId) === "emergency-loop")
      this.takeEmergencyLoop("several tracks in a row were silent");
    return send({ kind: "skip", playId, fadeMs: SILENT_FADE_MS });
  }

  /** [P91] Cues nothing for a while, so that the emergency loop follows the play on air. */
  takeEmergencyLoop(reason: string): void {
    const { cueing, log } = this.#parts;
    log.error({ reason }, "nothing is cued: the emergency loop takes over for a minute");
    cueing.stop();
  }

  ended(event: Extract<EngineEvent, { readonly kind: "play.ended" }>): void {
    const { air, store, ledger, cueing, streams, events, log } = this.#parts;
    const { playId, playedSamples } = event;
    const wasSilent = this.#silent.ended(playId);
    const { reason, detail } = wasSilent
      ? ({ reason: "failed", detail: SILENT_TRACK } as const)
      : streams.endOf(playId, event);
    const play = ledger.started(playId);
    if (play === undefined) return this.neverBegan(playId, detail ?? "it could not be played");
    if (reason === "finished" && play.kind === "track") store.forgive(play.track);
    if (reason === "failed") {
      air.failedLast = play;
      if (play.kind === "track") cueing.rest(play.track);
      log.warn({ title: titleOfPlay(play).title, detail }, "what was on air ended early");
    }
    this.end(play, { reason, detail, playedMs: samplesToMs(playedSamples) });
    cueing.fill();
    return events.publish({ kind: "changed" });
  }

  /** That play will not be on air. @param detail why, as a sentence */
  neverBegan(playId: string, detail: string): void {
    const planned = this.#parts.ledger.planned(playId);
    if (planned !== undefined) return this.failed(planned, detail);
    // Another engine was supposed to continue it and could not.
    const { over } = this.#parts.air;
    if (over?.playId !== playId) return undefined;
    return this.end(over, { reason: "failed", detail, playedMs: null });
  }

  /** That entry of the queue will not be on air. @param detail why, as a sentence */
  givenUp(entry: QueueEntry, detail: string): void {
    const { ledger } = this.#parts;
    ledger.drop(entry, detail);
    this.failed(ledger.plan(planEntry(entry)), detail);
  }

  /** The play was never on air: reports it and cues something else. */
  failed(play: PlannedPlay, detail: string): void {
    const { air, ledger, cueing, taking, events, log } = this.#parts;
    if (play.kind === "live") {
      taking.forget(play.playId);
      ledger.forget(play.playId);
      return events.publish({ kind: "dj.failed", playId: play.playId, detail });
    }
    taking.forget(play.playId);
    air.forgetBeginning(play.playId);
    air.failedLast = play;
    const file = fileAsked(play);
    if (detail === FILE_NOT_THERE && file !== null) {
      void this.#failUnlessAway(play, { ...file, detail });
      ledger.forget(play.playId);
    } else {
      ledger.fail(play, detail);
      log.warn({ title: play.track.title, detail }, "a track could not be read");
    }
    cueing.failed(play);
    return events.publish({ kind: "changed" });
  }

  /** [P109] Takes no longer than checking the folder, which has a limit. */
  async #failUnlessAway(
    play: TrackPlay,
    { entryId, path, detail }: AskedFile & { readonly detail: string },
  ): Promise<void> {
    const { store, ledger, cueing, waiting, events, log } = this.#parts;
    const { title } = play.track;
    const outcome = await waiting.wait(entryId, path);
    if (outcome === "away")
      log.warn({ title, path }, "queue entries are waiting: the folder of their files is away");
    if (outcome !== "over") return undefined;
    if (!store.queue.some((entry) => entry.entryId === entryId)) return undefined;
    ledger.fail(play, detail);
    log.warn({ title, detail }, "a track could not be read");
    cueing.reconsider();
    return events.publish({ kind: "changed" });
  }

  /** It is no longer on air. */
  end(play: StartedPlay, end: PlayEnd): void {
    const { air, ledger, taking, events } = this.#parts;
    air.ended(play.playId);
    taking.ended(play.playId);
    ledger.end(play, end);
    if (play.kind === "live") events.publish({ kind: "dj.ended", playId: play.playId });
  }
}

interface AskedFile {
  readonly entryId: string;
  readonly path: string;
}

/** The file asked for by an entry of the queue; null: no entry, or no file. */
function fileAsked({ entryId, track }: TrackPlay): AskedFile | null {
  return entryId === null || track.kind !== "file" ? null : { entryId, path: track.path };
}
