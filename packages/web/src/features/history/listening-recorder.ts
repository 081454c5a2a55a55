import * as z from "zod/mini";
import { chooseSetting } from "../../browser/chosen-setting.ts";
import type { HeardProgramme, Player } from "../player/index.ts";

const SAVE_INTERVAL_MS = 5000;

/**
 * Records when this browser listens, in programme time: what is heard now was on air some seconds ago.
 * @returns a function that stops this
 */
export function recordListening(
  player: Pick<Player, "state">,
  programme: Pick<HeardProgramme, "play" | "progress">,
): () => void {
  const save = () => {
    const { play } = programme;
    const { elapsedMs } = programme.progress();
    if (player.state.playback.status !== "playing" || play === undefined || elapsedMs === null)
      return;
    saveListening(withHeard(loadListening(), play.startedAtMs + elapsedMs));
  };
  save();
  const timer = setInterval(save, SAVE_INTERVAL_MS);
  window.addEventListener("pagehide", save);
  return () => {
    clearInterval(timer);
    window.removeEventListener("pagehide", save);
  };
}

export const LISTENING_KEY = "neonrelay_listened";

const spansSchema = z.array(z.object({ fromMs: z.number(), toMs: z.number() }));

/** When this browser listened, oldest first; empty if unknown. */
export function loadListening(): readonly ListeningSpan[] {
  try {
    return parseListening(localStorage.getItem(LISTENING_KEY));
  } catch {
    return [];
  }
}

export function parseListening(text: string | null): readonly ListeningSpan[] {
  try {
    return spansSchema.safeParse(JSON.parse(text ?? "[]")).data ?? [];
  } catch {
    return [];
  }
}

function saveListening(spans: readonly ListeningSpan[]): void {
  chooseSetting(LISTENING_KEY, JSON.stringify(spans));
}

/** A span of listening: when the heard sound was on air, in ms since 1970. */
export interface ListeningSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

/** A play, with its start and end on air. */
interface Aired {
  readonly id: string;
  readonly startedAtMs: number;
  readonly durationMs: number | null;
}

export interface HeardPlay<Play extends Aired> {
  readonly play: Play;
  readonly isHeard: boolean;
  /** On the newest of several plays heard in a row: the whole span. */
  readonly visit: ListeningSpan | undefined;
}

/** A shorter gap, such as a reconnect, does not end a span. */
const GAP_MS = 20_000;
/** If less of a play was heard, it was only fading in or out. */
const HEARD_AT_LEAST_MS = 5000;
const MAX_SPANS = 100;

/** Records that the sound of `atMs` is heard. Spans are oldest first; the newest hundred are kept. */
export function withHeard(spans: readonly ListeningSpan[], atMs: number): readonly ListeningSpan[] {
  const last = spans.at(-1);
  if (last !== undefined && atMs >= last.fromMs && atMs - last.toMs <= GAP_MS)
    return [...spans.slice(0, -1), { fromMs: last.fromMs, toMs: Math.max(last.toMs, atMs) }];
  return [...spans, { fromMs: atMs, toMs: atMs }].slice(-MAX_SPANS);
}

/** Marks the plays that the visitor heard. @param plays newest first */
export function markHeard<Play extends Aired>(
  plays: readonly Play[],
  spans: readonly ListeningSpan[],
): readonly HeardPlay<Play>[] {
  const heard = plays.map((play, at) => spansOf(play, { newer: plays[at - 1], spans }));
  return plays.map((play, at) => {
    const isHeard = isLongEnough(heard[at]);
    const isFirst = isHeard && !isLongEnough(heard[at - 1]);
    if (!isFirst) return { play, isHeard, visit: undefined };
    const after = heard.slice(at);
    const end = after.findIndex((parts) => !isLongEnough(parts));
    return { play, isHeard, visit: hullOf(after.slice(0, end === -1 ? undefined : end).flat()) };
  });
}

/** The parts of the spans that lie within a play. */
function spansOf(
  play: Aired,
  { newer, spans }: { readonly newer: Aired | undefined; readonly spans: readonly ListeningSpan[] },
): readonly ListeningSpan[] {
  const fullMs = play.durationMs ?? Number.POSITIVE_INFINITY;
  const endMs = Math.min(play.startedAtMs + fullMs, newer?.startedAtMs ?? Infinity);
  return spans.flatMap(({ fromMs, toMs }) => {
    const part = { fromMs: Math.max(fromMs, play.startedAtMs), toMs: Math.min(toMs, endMs) };
    return part.fromMs < part.toMs ? [part] : [];
  });
}

function isLongEnough(parts: readonly ListeningSpan[] = []): boolean {
  return parts.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0) >= HEARD_AT_LEAST_MS;
}

function hullOf(parts: readonly ListeningSpan[]): ListeningSpan {
  return {
    fromMs: Math.min(...parts.map(({ fromMs }) => fromMs)),
    toMs: Math.max(...parts.map(({ toMs }) => toMs)),
  };
}
