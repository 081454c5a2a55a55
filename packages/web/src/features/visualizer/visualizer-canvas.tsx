import { useEffect, useRef } from "react";
import { createPicture } from "./create-picture.ts";
import { idleFrame } from "./idle-frame.ts";
import type { SignalSource } from "./signal-frame.ts";
import { Surface } from "./surface.ts";
import type { VisualizerMode } from "./visualizer-mode.ts";
import { everyFrame, onceShown, whileShown } from "./while-shown.ts";

/** Waves of the idle picture need no more. */
const IDLE_FRAME_MS = 66;

/** The picture. Draws only while it moves, is on the screen and the page is visible. */
export function VisualizerCanvas({
  mode,
  signal,
  isMoving,
}: {
  readonly mode: VisualizerMode;
  readonly signal: SignalSource;
  readonly isMoving: boolean;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (canvas.current === null || context === null || context === undefined) return undefined;
    let drawStill: (() => void) | undefined;
    const surface = new Surface(canvas.current, context, () => drawStill?.());
    const idleFrameMs = isMoving ? IDLE_FRAME_MS : 0;
    const draw = frameDrawer(surface, { mode, signal, idleFrameMs });
    const stop = whileShown(canvas.current, () => {
      if (isMoving) return everyFrame(draw);
      drawStill = () => draw(performance.now());
      return onceShown(draw);
    });
    return () => {
      stop();
      surface.close();
    };
  }, [mode, signal, isMoving]);
  return <canvas ref={canvas} aria-hidden="true" className="absolute inset-0 size-full" />;
}

function frameDrawer(
  surface: Surface,
  {
    mode,
    signal,
    idleFrameMs,
  }: {
    readonly mode: VisualizerMode;
    readonly signal: SignalSource;
    readonly idleFrameMs: number;
  },
): (nowMs: number) => void {
  const picture = createPicture(mode);
  let idleDrawnMs = Number.NEGATIVE_INFINITY;
  return (nowMs) => {
    const frame = signal.read();
    if (frame !== undefined) {
      surface.draw(picture, frame, nowMs);
      return;
    }
    if (nowMs - idleDrawnMs < idleFrameMs) return;
    idleDrawnMs = nowMs;
    surface.draw(picture, idleFrame(nowMs), nowMs);
  };
}
