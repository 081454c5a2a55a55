import { useRef, useState } from "react";
import type { PointerEvent } from "react";
import { changedSpan, clickedSpan, drawnSpan, sameSpan, stepsOf } from "./drag-rules.ts";
import type { Span } from "./week-geometry.ts";
import type { WeekItem } from "./week-item.ts";

/** The height of an hour. */
export const HOUR_PX = 48;
/** How far a pointer may move during a click. */
const CLICK_PX = 4;

/** What is being dragged, and its new place. */
interface WeekDrag {
  /** undefined while drawing a new one. */
  readonly item: WeekItem | undefined;
  readonly span: Span;
}

type Held =
  | { readonly kind: "draw"; readonly date: string; readonly minute: number }
  | { readonly kind: "move" | "resize"; readonly item: WeekItem };

interface Hold {
  readonly held: Held;
  readonly startX: number;
  readonly startY: number;
  readonly columnPx: number;
  readonly scroller: Element | null;
  readonly startScrollPx: number;
}

/** Pointers in the calendar draw, move and resize occurrences. Fingers scroll and tap. */
export function useWeekDrag({
  onDraw,
  onChange,
}: {
  readonly onDraw: (span: Span) => void;
  readonly onChange: (item: WeekItem, span: Span) => void;
}) {
  const [drag, setDrag] = useState<WeekDrag | undefined>(undefined);
  const hold = useRef<Hold | undefined>(undefined);
  const wasDragged = useRef(false);
  const end = () => {
    hold.current = undefined;
    setDrag(undefined);
  };
  const follow = (event: PointerEvent) => {
    if (hold.current === undefined) return;
    // The release was missed: the element under the pointer had left the page.
    if (event.buttons === 0) return end();
    if (isClick(hold.current, event) && drag === undefined) return;
    wasDragged.current = true;
    setDrag(dragOf(hold.current, event));
  };
  const drop = (event: PointerEvent) => {
    const held = hold.current;
    end();
    if (held === undefined || (isClick(held, event) && drag === undefined)) return;
    const { item, span } = dragOf(held, event);
    if (item === undefined) onDraw(span);
    else if (!sameSpan(item.span, span)) onChange(item, span);
  };
  const propsOf = (held: (event: PointerEvent<HTMLElement>) => Held) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      wasDragged.current = false;
      if (event.button !== 0 || event.pointerType === "touch") return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const scroller = event.currentTarget.closest("[data-week-scroller]");
      hold.current = {
        held: held(event),
        startX: event.clientX,
        startY: event.clientY,
        columnPx: event.currentTarget.closest("[data-day]")?.getBoundingClientRect().width ?? 1,
        scroller,
        startScrollPx: scroller?.scrollTop ?? 0,
      };
    },
    onPointerMove: follow,
    onPointerUp: drop,
    onPointerCancel: end,
  });
  return {
    drag,
    /** For the empty part of a day. */
    dayProps: (date: string) => ({
      ...propsOf((event) => ({ kind: "draw", date, minute: minuteAt(event) })),
      onClick: (event: React.MouseEvent<HTMLElement>) => {
        if (!wasDragged.current) onDraw(clickedSpan(date, minuteAt(event)));
      },
    }),
    itemProps: (item: WeekItem) => propsOf(() => ({ kind: "move", item })),
    edgeProps: (item: WeekItem) => propsOf(() => ({ kind: "resize", item })),
    /** Whether the next click ends a drag. */
    isEndOfDrag: () => wasDragged.current,
  };
}

function minuteAt(event: {
  readonly clientY: number;
  readonly currentTarget: HTMLElement;
}): number {
  return ((event.clientY - event.currentTarget.getBoundingClientRect().top) / HOUR_PX) * 60;
}

function isClick({ startX, startY }: Hold, { clientX, clientY }: PointerEvent): boolean {
  return Math.abs(clientX - startX) < CLICK_PX && Math.abs(clientY - startY) < CLICK_PX;
}

function dragOf(hold: Hold, { clientX, clientY }: PointerEvent): WeekDrag {
  const { held, startX, startY, columnPx, scroller, startScrollPx } = hold;
  const downPx = clientY - startY + (scroller?.scrollTop ?? 0) - startScrollPx;
  if (held.kind === "draw") {
    const toMinute = held.minute + (downPx / HOUR_PX) * 60;
    const span = drawnSpan({ date: held.date, fromMinute: held.minute, toMinute });
    return { item: undefined, span };
  }
  const { kind, item } = held;
  const minutes = stepsOf(downPx, HOUR_PX);
  const days = Math.round((clientX - startX) / columnPx);
  return {
    item,
    span: changedSpan(item.span, kind === "move" ? { kind, days, minutes } : { kind, minutes }),
  };
}
