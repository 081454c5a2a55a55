import { useEffect, useMemo } from "react";
import { useLiveSocket } from "../../live/live-context.ts";
import { useRight } from "../accounts/session-data.ts";
import { canAnalyseLiveStreams } from "../player/audio-graph.ts";
import { usePlayer, usePlayerState } from "../player/player-context.ts";
import { createAnalyserSignal } from "./analyser-signal.ts";
import { LevelsSignal } from "./levels-signal.ts";
import type { SignalSource } from "./signal-frame.ts";

/** What the visualizer shows: the sound of this browser, the station's levels, or nothing. */
export interface VisualizerSignal {
  readonly kind: "sound" | "levels" | "none";
  readonly source: SignalSource;
}

const silence: SignalSource = { read: () => undefined };

/**
 * Listeners see what they hear; where a browser can't look into its own sound the station's levels stand for it, at
 * the moment they are heard. Operators who do not listen see the levels of what is on air. A picture that stands asks
 * the station for none.
 */
export function useVisualizerSignal(isMoving: boolean): VisualizerSignal {
  const player = usePlayer();
  const live = useLiveSocket();
  const isListening = usePlayerState((state) => state.playback.status === "playing");
  const isOperator = useRight("station_control");
  const canAnalyse = canAnalyseLiveStreams(navigator);
  const showsLevels = isListening ? !canAnalyse : isOperator;
  const followsLevels = showsLevels && isMoving;
  const sound = useMemo(() => createAnalyserSignal(player), [player]);
  const levels = useMemo(
    () =>
      new LevelsSignal({
        heardMs: () => player.heardMs(),
        gainDb: () => player.state.gainDb,
      }),
    [player],
  );
  useEffect(() => {
    if (!followsLevels) return undefined;
    let unfollow: (() => void) | undefined;
    const followWhileVisible = () => {
      const isVisible = document.visibilityState === "visible";
      if (isVisible === (unfollow !== undefined)) return;
      unfollow?.();
      unfollow = isVisible ? live.followLevels((value) => levels.take(value)) : undefined;
    };
    followWhileVisible();
    document.addEventListener("visibilitychange", followWhileVisible);
    return () => {
      document.removeEventListener("visibilitychange", followWhileVisible);
      unfollow?.();
      levels.end();
    };
  }, [live, levels, followsLevels]);
  if (showsLevels) return { kind: "levels", source: levels };
  return isListening ? { kind: "sound", source: sound } : { kind: "none", source: silence };
}
