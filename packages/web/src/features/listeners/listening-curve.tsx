import type { ListeningHistory } from "@neonrelay/contract/callers";
import { useEffect, useRef, useState } from "react";
import { decimalWords, stepWords } from "./listener-words.ts";
import { Curve } from "./curve.ts";
import type { StepPair } from "./period-rules.ts";

/** Takes a picture of the curve as PNG; null if the browser can't. */
export type CurvePicture = (title: string) => Promise<Blob | null>;

/** The curves of two periods over each other, and the figures under the pointer. */
export function ListeningCurve({
  pairs,
  history,
  onDrawn,
}: {
  readonly pairs: readonly StepPair[];
  readonly history: ListeningHistory;
  /** With what takes a picture of it; undefined once it is gone. */
  readonly onDrawn: (picture: CurvePicture | undefined) => void;
}) {
  const place = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<number | undefined>(undefined);
  useEffect(() => {
    if (place.current === null) return undefined;
    const { timeZone } = history;
    const curve = new Curve(place.current, { pairs, timeZone, onPointed: setPointed });
    onDrawn((title) => curve.toPicture(title));
    return () => {
      onDrawn(undefined);
      curve.close();
    };
  }, [pairs, history, onDrawn]);
  const pair = pointed === undefined ? undefined : pairs[pointed];
  return (
    <div className="flex h-full min-w-0 flex-col">
      <p className="h-5 shrink-0 truncate text-[13px] text-muted tabular-nums">
        {pair !== undefined && pairWords(pair, history)}
      </p>
      <div ref={place} className="min-h-0 min-w-0 flex-1 overflow-hidden" />
    </div>
  );
}

/** 'Mon, 1 Mar 2027: 33.2, before 29.1'. */
function pairWords({ step, before }: StepPair, history: ListeningHistory): string {
  const words = `${stepWords(step, history)}: ${decimalWords(step.averageListeners)}`;
  return before === undefined ? words : `${words}, before ${decimalWords(before.averageListeners)}`;
}
