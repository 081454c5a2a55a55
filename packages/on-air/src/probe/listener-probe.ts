import type { Logger } from "@neonrelay/process/log";
import type { BlockHeader } from "../engine/engine-protocol.ts";
import { gainOfVolume } from "../engine/volume.ts";
import type { OnAirSettings, ProbeState } from "../protocol/index.ts";
import { HLS_PATH } from "../stream/hls/hls-playlist.ts";
import type { Mount, Mounts } from "../stream/mounts.ts";
import { titleIn } from "../fetch/icy-reader.ts";
import { ProbeProcess } from "./probe-process.ts";
import type { ProbeReport } from "./probe-protocol.ts";
import {
  decideHealing,
  findProblem,
  type Healing,
  type Problem,
  ROUNDS_TO_BELIEVE,
} from "./probe-rules.ts";
import type { Playout } from "../playout/playout.ts";
import type { Transmitter } from "../programme/transmitter.ts";

const SKIP_FADE_MS = 500;

export interface ProbeTiming {
  /** How long the probe waits after the stream has started. */
  readonly delayMs: number;
  readonly roundMs: number;
}
export const usualProbeTiming: ProbeTiming = { delayMs: 10_000, roundMs: 10_000 };

/** On top of some rounds: connecting, decoding, and a busy machine. */
const ROUND_MARGIN_MS = 5000;
/** The first report takes longer, because codecs are loaded first. */
const FIRST_MARGIN_MS = 30_000;
/** After this many rounds without a report the last one is outdated. */
const ROUNDS_HELD = 3;
/** A round plus a burst and a player's buffer: how long it takes until produced sound is judged. */
const REACHES_LISTENERS_MS = 35_000;

/** Reported when it is unknown what listeners hear. */
const UNKNOWN = "The station's own listener reports nothing";

interface Judged {
  readonly problem: Problem | null;
  /** Consecutive rounds with that kind of problem; 0 without one. */
  readonly rounds: number;
  readonly state: Omit<ProbeState, "ageMs">;
  readonly heardAtMs: number;
}

interface ProbeParts {
  /** The command that sandboxes the listening process. */
  readonly wrapper: readonly string[];
  readonly mounts: Pick<Mounts, "all" | "hls">;
  readonly settings: () => OnAirSettings;
  readonly air: {
    readonly isFadedOut: boolean;
    /** The level below which the play on air counts as silent, in dBFS. */
    readonly silentBelowDb: number;
  };
  readonly heal: (healing: Healing, reason: string) => void;
  readonly onChanged: () => void;
  readonly log: Logger;
}

/** [S80] What the probe hears at each mount, and how the station reacts. */
export class ListenerProbe {
  readonly #parts: ProbeParts;
  readonly #timing: ProbeTiming;
  readonly #process: ProbeProcess;
  readonly #judged = new Map<string, Judged>();
  /** Since when each mount should be listened to. */
  readonly #followedSinceMs = new Map<string, number>();
  #origin: string | null = null;
  #timer: NodeJS.Timeout | null = null;
  #lastSilenceAtMs = -Infinity;
  /** The lowest level that does not count as silence for listeners, and when it was last on air. */
  #quietest = { belowDb: Infinity, atMs: -Infinity };
  #healedAtMs = -Infinity;

  constructor(parts: ProbeParts, timing: ProbeTiming) {
    this.#parts = parts;
    this.#timing = timing;
    this.#process = new ProbeProcess({
      wrapper: parts.wrapper,
      onReport: (report) => this.#take(report),
      log: parts.log,
    });
  }

  /** States of all mounts that have been listened to, or should have been by now. */
  get states(): readonly ProbeState[] {
    const nowMs = performance.now();
    return [...this.#followedSinceMs].flatMap(([path, sinceMs]) => {
      const judged = this.#judged.get(path);
      const isOld = nowMs - (judged?.heardAtMs ?? sinceMs + FIRST_MARGIN_MS) > this.#holdsMs;
      if (judged === undefined && !isOld) return [];
      const state = judged?.state ?? { path, problem: null, levelDb: null, titleAgeMs: null };
      const ageMs = judged === undefined ? null : Math.round(nowMs - judged.heardAtMs);
      return [{ ...state, ...(isOld && { problem: UNKNOWN }), ageMs }];
    });
  }

  get #holdsMs(): number {
    return ROUNDS_HELD * this.#timing.roundMs + ROUND_MARGIN_MS;
  }

  /** The stream has started. @param origin where this machine reaches it */
  start(origin: string): void {
    this.#timer = setTimeout(() => {
      this.#origin = origin;
      this.follow();
    }, this.#timing.delayMs);
  }

  /** The mounts, or whether they are on air, may have changed. */
  follow(): void {
    const origin = this.#origin;
    if (origin === null) return;
    const { mounts, settings } = this.#parts;
    const { all, hls } = mounts;
    const places = [
      ...all.map(({ path }) => ({ path, kind: "stream" as const })),
      ...(hls === null ? [] : [{ path: HLS_PATH, kind: "hls" as const }]),
    ];
    const wanted = settings().isStreaming ? places : [];
    for (const path of this.#followedSinceMs.keys())
      if (!wanted.some((place) => place.path === path)) {
        this.#followedSinceMs.delete(path);
        this.#judged.delete(path);
      }
    for (const { path } of wanted)
      if (!this.#followedSinceMs.has(path)) this.#followedSinceMs.set(path, performance.now());
    this.#process.listenAt({
      mounts: wanted.map((place) => ({ ...place, url: `${origin}${place.path}` })),
      roundMs: this.#timing.roundMs,
    });
  }

  /** [P84] Remembers intended silence, and how quiet sound may be, until no listener can hear it any more. */
  followBlock({ isSilentOnPurpose }: Pick<BlockHeader, "isSilentOnPurpose">): void {
    const nowMs = performance.now();
    if (isSilentOnPurpose) this.#lastSilenceAtMs = nowMs;
    const belowDb = this.#parts.air.silentBelowDb;
    const isOld = nowMs - this.#quietest.atMs > REACHES_LISTENERS_MS;
    if (isOld || belowDb <= this.#quietest.belowDb) this.#quietest = { belowDb, atMs: nowMs };
  }

  async close(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#process.close();
  }

  #take({ path, heard }: ProbeReport): void {
    const { mounts, settings, log, onChanged } = this.#parts;
    const { all, hls } = mounts;
    const mount = all.find((candidate) => candidate.path === path);
    const isOn = mount !== undefined || (path === HLS_PATH && hls !== null);
    if (!isOn || !settings().isStreaming) return;
    const problem = findProblem(heard, {
      isSilenceIntended: this.#isSilenceIntended,
      silentBelowDb: Math.min(this.#quietest.belowDb, this.#parts.air.silentBelowDb),
      volumeDb: 20 * Math.log10(gainOfVolume(settings().volume)),
      isTitleKnown: (title) => mount === undefined || isAnnounced(mount, title),
    });
    const before = this.#judged.get(path);
    const rounds = nextRounds(before, problem);
    const isBelieved = rounds >= ROUNDS_TO_BELIEVE;
    const levelDb = heard.kind === "sound" ? heard.levelDb : null;
    const state: Judged["state"] = {
      path,
      problem: isBelieved && problem !== null ? problem.text : null,
      levelDb: levelDb === null ? null : Math.round(levelDb * 10) / 10,
      titleAgeMs: heard.kind === "sound" ? heard.titleAgeMs : null,
    };
    this.#judged.set(path, { problem, rounds, state, heardAtMs: performance.now() });
    const wasBelieved = (before?.rounds ?? 0) >= ROUNDS_TO_BELIEVE;
    if (isBelieved && before?.state.problem !== state.problem)
      log.error({ path }, `Listener probe detected a problem: ${state.problem}`);
    if (wasBelieved && problem === null) log.warn({ path }, "Listener probe: the problem is gone");
    if (problem !== null) this.#heal(path, problem, rounds);
    onChanged();
  }

  #heal(path: string, problem: Problem, rounds: number): void {
    const others = [...this.#judged].filter(([other]) => other !== path);
    const isAlone = others.some(([, judged]) => judged.problem === null);
    const healing = decideHealing({ problem: problem.kind, rounds, isAlone });
    const nowMs = performance.now();
    // With several faulty mounts the first one triggers healing for all.
    if (healing === null || nowMs - this.#healedAtMs < this.#timing.roundMs / 2) return;
    this.#healedAtMs = nowMs;
    this.#parts.heal(healing, problem.text);
  }

  get #isSilenceIntended(): boolean {
    const { settings, air } = this.#parts;
    const { isPlaying, volume } = settings();
    const isNow = !isPlaying || volume === 0 || air.isFadedOut;
    return isNow || performance.now() - this.#lastSilenceAtMs < REACHES_LISTENERS_MS;
  }
}

function nextRounds(before: Judged | undefined, problem: Problem | null): number {
  if (problem === null) return 0;
  return before?.problem?.kind === problem.kind ? before.rounds + 1 : 1;
}

/** Whether the ring still contains that title. */
function isAnnounced({ ring }: Mount, title: string): boolean {
  for (let sequence = ring.nextSequence - 1; ; sequence -= 1) {
    const block = ring.blockAt(sequence);
    if (block === undefined) return false;
    if (titleIn(block.title.icyBlock.subarray(1)) === title) return true;
  }
}

/** [S82] Does what the probe wants, as an operator would. */
export function heal(
  {
    playout,
    transmitter,
    log,
  }: {
    readonly playout: Pick<Playout, "orders" | "takeEmergencyLoop">;
    readonly transmitter: Pick<Transmitter, "restartEngine">;
    readonly log: Logger;
  },
  { healing, reason }: { readonly healing: Healing; readonly reason: string },
): void {
  log.warn({ healing, reason }, "trying to fix what listeners hear");
  switch (healing) {
    case "next-track":
      playout.orders.skip({ fadeMs: SKIP_FADE_MS, playId: null });
      return;
    case "restart-engine":
      transmitter.restartEngine();
      return;
    case "emergency-loop":
      playout.takeEmergencyLoop(reason);
      playout.orders.skip({ fadeMs: SKIP_FADE_MS, playId: null });
      return;
    default:
      healing satisfies never;
  }
}
