import { Blend, Play, Square } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { placeText } from "./cue-draft-rules.ts";
import type { Hearing } from "./piece-player.ts";

/** Play, and preview the transition. */
export function ListenBar({
  hearing,
  playheadMs,
  onTick,
  onToggle,
  onJoin,
}: {
  readonly hearing: Hearing;
  readonly playheadMs: number;
  readonly onTick: (ms: number) => void;
  readonly onToggle: () => void;
  /** undefined: no next track. */
  readonly onJoin: (() => void) | undefined;
}) {
  useTicks(hearing, onTick);
  const isSilent = hearing.kind === "nothing";
  return (
    <div className="flex flex-wrap items-center gap-2">
      <button type="button" className="button button-small" onClick={onToggle}>
        {isSilent ? <Play size={15} aria-hidden="true" /> : <Square size={15} aria-hidden="true" />}
        {isSilent ? "Play" : "Stop"}
      </button>
      <button
        type="button"
        className="button button-small"
        disabled={onJoin === undefined}
        onClick={onJoin}
      >
        <Blend size={15} aria-hidden="true" />
        Hear the Join
      </button>
      <span className="font-mono text-[13px] tabular-nums">{placeText(playheadMs)}</span>
      <output className="text-[13px] text-muted">{wordsOf(hearing)}</output>
    </div>
  );
}

function wordsOf(hearing: Hearing): string {
  switch (hearing.kind) {
    case "nothing":
      return "";
    case "waiting":
      return "The station is making the sound…";
    case "playing":
      return hearing.what === "join" ? "Playing the join" : "Playing";
    default:
      return hearing satisfies never;
  }
}

/** Moves the playhead with the sound, up to the transition. */
function useTicks(hearing: Hearing, onTick: (ms: number) => void): void {
  const tick = useEffectEvent(onTick);
  useEffect(() => {
    if (hearing.kind !== "playing") return undefined;
    let frame = 0;
    const follow = (): void => {
      const elapsed = hearing.elapsedMs();
      tick(hearing.fromMs + Math.min(elapsed, hearing.joinAtMs ?? elapsed));
      frame = requestAnimationFrame(follow);
    };
    frame = requestAnimationFrame(follow);
    return () => cancelAnimationFrame(frame);
  }, [hearing]);
}
