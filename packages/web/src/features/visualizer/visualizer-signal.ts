import { useEffect, useMemo } from "react";
import { useSocket } from "../../socket/socket-context.ts";
import { useRight } from "../accounts/index.ts";
import { canAnalyseLiveStreams, usePlayer, usePlayerState } from "../player/index.ts";
import { createAnalyserSignal } from "./analyser-signal.ts";
import { LevelsSignal } from "./levels-signal.ts";
import type { SignalSource } from "./signal-frame.ts";
import { chooseSignal } from "./signal-rules.ts";
import type { SignalKind } from "./signal-rules.ts";

export interface VisualizerSignal {
  readonly kind: SignalKind;
  readonly source: SignalSource;
}

const silence: SignalSource = { read: () => undefined };

/** Shows the station's levels when they are heard. A still picture requests none. */
export function useVisualizerSignal(isMoving: boolean): VisualizerSignal {
  const player = usePlayer();
  const socket = useSocket();
  const isListening = usePlayerState((state) => state.playback.status === "playing");
  const isOperator = useRight("station_control");
  const isSilenced = usePlayerState((state) => state.isSilenced);
  const canAnalyse = canAnalyseLiveStreams(navigator);
  const kind = chooseSignal({ isListening, isSilenced, canAnalyse, isOperator });
  const followsLevels = kind === "levels" && isMoving;
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
      unfollow = isVisible ? socket.followLevels((value) => levels.take(value)) : undefined;
    };
    followWhileVisible();
    document.addEventListener("visibilitychange", followWhileVisible);
    return () => {
      document.removeEventListener("visibilitychange", followWhileVisible);
      unfollow?.();
      levels.end();
    };
  }, [socket, levels, followsLevels]);
  if (kind === "levels") return { kind, source: levels };
  return { kind, source: kind === "sound" ? sound : silence };
}
