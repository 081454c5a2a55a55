import { useEffect, useRef } from "react";
import { usePlayer } from "../player/player-context.ts";
import type { Player } from "../player/player.ts";
import { fillIdleBars } from "./idle-bars.ts";
import { BARS, fillBarHeights } from "./spectrum.ts";
import { SpectrumPainter } from "./spectrum-painter.ts";

/** Waves of the idle picture need no more. */
const IDLE_FRAME_MS = 66;

/** The bars. Draws only while it moves, is on the screen and the page is visible. */
export function SpectrumCanvas({ isMoving }: { readonly isMoving: boolean }) {
  const player = usePlayer();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (canvas.current === null || context === null || context === undefined) return undefined;
    const painter = new SpectrumPainter(canvas.current, context);
    const draw = barDrawer(player, painter);
    const stop = whileVisible(canvas.current, () => (isMoving ? everyFrame(draw) : drawOnce(draw)));
    return () => {
      stop();
      painter.close();
    };
  }, [player, isMoving]);
  return <canvas ref={canvas} aria-hidden="true" className="absolute inset-0 size-full" />;
}

function barDrawer(player: Player, painter: SpectrumPainter): (nowMs: number) => void {
  const heights = new Float32Array(BARS);
  let decibels = new Float32Array(0);
  let idleDrawnMs = Number.NEGATIVE_INFINITY;
  return (nowMs) => {
    const { analyser } = player;
    if (analyser !== undefined && player.state.playback.status === "playing") {
      if (decibels.length !== analyser.frequencyBinCount) {
        decibels = new Float32Array(analyser.frequencyBinCount);
      }
      analyser.getFloatFrequencyData(decibels);
      fillBarHeights(heights, { decibels, sampleRateHz: analyser.context.sampleRate });
      painter.draw(heights, nowMs);
      return;
    }
    if (nowMs - idleDrawnMs < IDLE_FRAME_MS) return;
    idleDrawnMs = nowMs;
    fillIdleBars(heights, nowMs);
    painter.draw(heights, nowMs);
  };
}

/** One still picture, drawn after the canvas has its size. */
function drawOnce(draw: (nowMs: number) => void): () => void {
  const frame = requestAnimationFrame(draw);
  return () => cancelAnimationFrame(frame);
}

function everyFrame(draw: (nowMs: number) => void): () => void {
  let frame = 0;
  const next = (nowMs: number) => {
    draw(nowMs);
    frame = requestAnimationFrame(next);
  };
  frame = requestAnimationFrame(next);
  return () => cancelAnimationFrame(frame);
}

/** Runs `start` whenever the element comes into view and its end when it leaves. */
function whileVisible(element: Element, start: () => () => void): () => void {
  let stop: (() => void) | undefined;
  let isInView = true;
  const update = () => {
    const shouldRun = isInView && document.visibilityState === "visible";
    if (shouldRun === (stop !== undefined)) return;
    stop?.();
    stop = shouldRun ? start() : undefined;
  };
  const observer = new IntersectionObserver(([entry]) => {
    isInView = entry?.isIntersecting ?? true;
    update();
  });
  observer.observe(element);
  document.addEventListener("visibilitychange", update);
  update();
  return () => {
    stop?.();
    observer.disconnect();
    document.removeEventListener("visibilitychange", update);
  };
}
