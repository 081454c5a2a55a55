import { useState } from "react";
import type { PointerEvent } from "react";

/** A row that is held, counted from 0, and where it would come to lie. */
export interface RowDrag {
  readonly from: number;
  readonly to: number;
  /** How far the pointer has come, in pixels. */
  readonly offsetPx: number;
}

type Grip = RowDrag & { readonly startPx: number };

/** Lets rows of one height be dragged by a grip: mouse, pen and finger alike. What is dropped elsewhere is told. */
export function useRowDrag(list: {
  readonly rowPx: number;
  readonly count: number;
  readonly onDrop: (move: { readonly from: number; readonly to: number }) => void;
}) {
  const [grip, setGrip] = useState<Grip | undefined>(undefined);
  const gripProps = (row: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setGrip({ from: row, to: row, offsetPx: 0, startPx: event.clientY });
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (grip === undefined) return;
      const offsetPx = event.clientY - grip.startPx;
      const wanted = grip.from + Math.round(offsetPx / list.rowPx);
      setGrip({ ...grip, offsetPx, to: Math.max(0, Math.min(list.count - 1, wanted)) });
    },
    onPointerUp: () => {
      setGrip(undefined);
      if (grip !== undefined && grip.to !== grip.from) list.onDrop(grip);
    },
    onPointerCancel: () => setGrip(undefined),
  });
  return { drag: grip as RowDrag | undefined, gripProps };
}
