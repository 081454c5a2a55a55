import { useEffect, useRef, useState } from "react";
import { Drawing } from "./drawing.ts";
import type { SignalSource } from "./signal-frame.ts";
import type { VisualizerMode } from "./visualizer-mode.ts";

/** The picture. Draws only while it moves, is on screen, and the page is visible. */
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
  const [drawing, setDrawing] = useState<Drawing>();
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (canvas.current === null || context === null || context === undefined) return undefined;
    const opened = new Drawing(canvas.current, context, { mode, signal });
    setDrawing(opened);
    return () => opened.close();
  }, [mode, signal]);
  useEffect(() => (isMoving ? drawing?.move() : drawing?.stand()), [drawing, isMoving]);
  return <canvas ref={canvas} aria-hidden="true" className="absolute inset-0 size-full" />;
}
