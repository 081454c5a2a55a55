import { LEVEL_BANDS } from "@neonrelay/contract/callers";
import { useEffect, useMemo } from "react";
import { useSocket } from "../../socket/socket-context.ts";
import { useRight } from "../accounts/index.ts";
import { canAnalyseLiveStreams, type Player, usePlayer, usePlayerState } from "../player/index.ts";
import { LevelsSignal } from "./levels-signal.ts";
import type { SignalFrame, SignalSource } from "./picture.ts";
import { fillBandHeights, peakDbOf, rmsDbOf } from "./spectrum.ts";

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

/** Reads the sound that this browser plays. */
function createAnalyserSignal(player: Player): SignalSource {
  const bands = new Float32Array(LEVEL_BANDS);
  let decibels = new Float32Array(0);
  let samples = new Float32Array(0);
  let channel = new Float32Array(0);
  const rmsOf = (analyser: AnalyserNode): number | null => {
    if (channel.length !== analyser.fftSize) channel = new Float32Array(analyser.fftSize);
    analyser.getFloatTimeDomainData(channel);
    return rmsDbOf(channel);
  };
  return {
    read: (): SignalFrame | undefined => {
      const { meters } = player;
      if (meters === undefined || player.state.playback.status !== "playing") return undefined;
      const { analyser, left, right } = meters;
      if (samples.length !== analyser.fftSize) {
        samples = new Float32Array(analyser.fftSize);
        decibels = new Float32Array(analyser.frequencyBinCount);
      }
      analyser.getFloatFrequencyData(decibels);
      analyser.getFloatTimeDomainData(samples);
      fillBandHeights(bands, { decibels, sampleRateHz: analyser.context.sampleRate });
      return {
        bands,
        samples,
        rmsLeftDb: rmsOf(left),
        rmsRightDb: rmsOf(right),
        peakDb: peakDbOf(samples),
      };
    },
  };
}

/** What the visualizer shows: the sound of this browser, the station's levels, or nothing. */
export type SignalKind = "sound" | "levels" | "silent" | "none";

/**
 * Listeners see what they hear, or the station's levels if the browser can't analyse its own sound. Operators who
 * aren't listening see the levels of what is on air.
 * @param listening.isSilenced by an emergency stop: nothing is heard, even if sound is still buffered
 */
export function chooseSignal(listening: {
  readonly isListening: boolean;
  readonly isSilenced: boolean;
  readonly canAnalyse: boolean;
  readonly isOperator: boolean;
}): SignalKind {
  if (!listening.isListening) return listening.isOperator ? "levels" : "none";
  if (listening.isSilenced) return "silent";

  return listening.canAnalyse ? "sound" : "levels";
}
