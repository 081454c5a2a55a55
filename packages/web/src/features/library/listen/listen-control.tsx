import { Play, Square } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { formatClock } from "../../../ui/format-time.ts";
import { ValueSlider } from "../../../ui/value-slider.tsx";
import type { ListenedTrack, Listening } from "./list-player.ts";
import { useListenedList } from "./listen-region.tsx";
import { startBefore } from "./listen-rules.ts";

const STEP_MS = 1000;
const NO_COPIES: readonly ListenedTrack[] = [];

/** Plays a track of a list, with a slider for its position meanwhile. */
export function ListenControl({
  track,
  name,
  atMs = null,
  copies = NO_COPIES,
}: {
  readonly track: ListenedTrack;
  /** Distinguishes it from others in the list. */
  readonly name: string;
  /** Position to check, in ms; null: the whole track. */
  readonly atMs?: number | null;
  /** If one of them is playing, this one starts at the same position. */
  readonly copies?: readonly ListenedTrack[];
}) {
  const { listening, play, seek, stop, leave } = useListenedList();
  const rowId = useId();
  useEffect(() => () => leave(rowId), [leave, rowId]);
  const { durationMs } = track;
  const heard = listening.kind !== "nothing" && listening.rowId === rowId ? listening : undefined;
  const begin = () => {
    const isCopyHeard =
      listening.kind !== "nothing" && copies.some((copy) => copy.trackId === listening.trackId);
    const from = isCopyHeard ? placeOf(listening) : startBefore(atMs);
    play({ rowId, track, atMs: from, copies });
  };
  return (
    <div
      data-heard={heard !== undefined}
      className="flex min-w-0 items-center gap-2 data-[heard=true]:grow data-[heard=true]:basis-full"
    >
      <button
        type="button"
        className="button button-small"
        aria-label={heard === undefined ? `Listen to ${name}` : `Stop ${name}`}
        onClick={heard === undefined ? begin : stop}
      >
        {heard === undefined ? (
          <Play size={15} aria-hidden="true" />
        ) : (
          <Square size={15} aria-hidden="true" />
        )}
        {heard === undefined ? "Listen" : "Stop"}
      </button>
      {heard !== undefined && (
        <Place
          name={name}
          listening={heard}
          durationMs={durationMs}
          onSeek={(place) => seek({ rowId, track, atMs: place, copies })}
        />
      )}
    </div>
  );
}

type Heard = Exclude<Listening, { readonly kind: "nothing" }>;

function placeOf(listening: Heard): number {
  return listening.kind === "playing" ? listening.atMs() : listening.atMs;
}

function Place({
  name,
  listening,
  durationMs,
  onSeek,
}: {
  readonly name: string;
  readonly listening: Heard;
  readonly durationMs: number;
  readonly onSeek: (ms: number) => void;
}) {
  const placeMs = useTicks(listening);
  const text = `${formatClock(placeMs)} of ${formatClock(durationMs)}`;
  return (
    <>
      <ValueSlider
        label={`Place in ${name}`}
        value={Math.min(Math.floor(placeMs / STEP_MS) * STEP_MS, durationMs)}
        min={0}
        max={Math.floor(durationMs / STEP_MS) * STEP_MS}
        step={STEP_MS}
        valueText={text}
        onChange={onSeek}
      />
      <span className="shrink-0 text-[13px] text-muted tabular-nums" aria-hidden="true">
        {listening.kind === "waiting" ? "Loading" : formatClock(placeMs)}
      </span>
      <output className="sr-only">
        {listening.kind === "waiting" ? "The station is making the sound…" : "Playing"}
      </output>
    </>
  );
}

/** The current position; updates every second. */
function useTicks(listening: Heard): number {
  const [placeMs, setPlaceMs] = useState(() => placeOf(listening));
  useEffect(() => {
    const look = () => setPlaceMs(Math.floor(placeOf(listening) / STEP_MS) * STEP_MS);
    look();
    if (listening.kind === "waiting") return undefined;
    const timer = setInterval(look, STEP_MS / 4);
    return () => clearInterval(timer);
  }, [listening]);
  return placeMs;
}
