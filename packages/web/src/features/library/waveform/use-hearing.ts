import type { CueSheet, TrackCues } from "@neonrelay/contract/callers";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { failureText } from "../../../api/call-api.ts";
import { useToasts } from "../../../ui/toast-store.ts";
import { placesOf } from "./cue-draft-rules.ts";
import { PiecePlayer, type Hearing } from "./piece-player.ts";

const TOAST_MS = 5000;
/** Lead-in before a transition. */
const BEFORE_JOIN_MS = 8000;
/** This close to the end of the track, another piece isn't worth fetching. */
const NEAR_END_MS = 200;

/** Plays a track with these cue points, from the playhead or across its transition. */
export function useHearing({
  sheet,
  cues,
  playheadMs,
  onPlayhead,
}: {
  readonly sheet: CueSheet;
  readonly cues: TrackCues;
  readonly playheadMs: number;
  readonly onPlayhead: (ms: number) => void;
}) {
  const toasts = useToasts();
  const [hearing, setHearing] = useState<Hearing>({ kind: "nothing" });
  const player = useRef<PiecePlayer>(undefined);
  const fail = useEffectEvent((error: unknown) =>
    toasts.show({
      tone: "error",
      durationMs: TOAST_MS,
      title: "Can't Play",
      text: failureText(error, "The sound could not be played"),
    }),
  );
  useEffect(() => {
    const opened = new PiecePlayer({ onChange: setHearing, onFailure: fail });
    player.current = opened;
    return () => void opened.close();
  }, []);
  const places = placesOf(sheet, cues);
  const { trackId } = sheet;
  const playFrom = (fromMs: number): void => {
    const piece = { trackId, cues, fromMs: Math.round(fromMs), nextTrackId: null };
    void player.current?.play(piece, (untilMs) => {
      if (untilMs < places.cueOut - NEAR_END_MS) playFrom(untilMs);
    });
  };
  return {
    hearing,
    toggle: () => {
      if (hearing.kind === "nothing")
        return playFrom(playheadMs < places.cueOut - NEAR_END_MS ? playheadMs : places.cueIn);
      if (hearing.kind === "playing" && hearing.what === "piece")
        onPlayhead(hearing.fromMs + hearing.elapsedMs());
      return player.current?.stop();
    },
    hearJoin: (nextTrackId: string) => {
      const fromMs = Math.round(Math.max(places.cueIn, places.startNext - BEFORE_JOIN_MS));
      void player.current?.play({ trackId, cues, fromMs, nextTrackId }, () => {});
    },
    playFrom,
  };
}
