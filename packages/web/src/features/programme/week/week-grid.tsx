import { useEffect, useRef } from "react";
import type { KeyboardEvent } from "react";
import { pressedKey } from "../../../browser/pressed-key.ts";
import { ScrollRegion } from "../../../ui/scroll-region.tsx";
import { timeWords } from "../../../ui/calendar-dates.ts";
import { DayColumn, DayHeading } from "./day-column.tsx";
import { changedSpan, sameSpan } from "./drag-rules.ts";
import { HOUR_PX, useWeekDrag } from "./use-week-drag.ts";
import { topOf } from "./week-block.tsx";
import type { Span } from "./week-geometry.ts";
import { blocksByDay } from "./week-item.ts";
import type { HolidayNames, WeekItem } from "./week-item.ts";
import { focusAfter, weekKeyAction } from "./week-keys.ts";
import { clockChangeOn, localMoment } from "./zone-time.ts";

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** The hour to scroll to at first. */
const FIRST_MINUTE = 5.75 * 60;

/** An unsaved change by keys. */
export interface PendingChange {
  readonly item: WeekItem;
  readonly span: Span;
}

interface WeekGridActions {
  readonly onDraw: (span: Span) => void;
  readonly onOpen: (item: WeekItem) => void;
  readonly onChange: (item: WeekItem, span: Span) => void;
  readonly onRemove: (item: WeekItem) => void;
  readonly onPending: (pending: PendingChange | undefined) => void;
}

/** The grid: a column per day, a row per hour. */
export function WeekGrid({
  days,
  items,
  holidays,
  timeZone,
  nowMs,
  pending,
  ...actions
}: WeekGridActions & {
  readonly days: readonly string[];
  readonly items: readonly WeekItem[];
  readonly holidays: HolidayNames;
  readonly timeZone: string;
  readonly nowMs: number;
  readonly pending: PendingChange | undefined;
}) {
  const grid = useRef<HTMLDivElement>(null);
  const dragProps = useWeekDrag(actions);
  const blocks = blocksByDay(items, days);
  const now = localMoment(nowMs, timeZone);
  const changes = days.map((date) => clockChangeOn(date, timeZone));
  const ghost = dragProps.drag ?? pending;
  useFirstView(grid, days.includes(now.date) ? now.minute - 90 : FIRST_MINUTE);
  const pressKey = (event: KeyboardEvent) => {
    const pressed = pressedItem(event, items);
    if (pressed === undefined) return;
    const { item, blockId } = pressed;
    const isChanged = pending?.item.id === item.id;
    const action = weekKeyAction(pressOf(event), { isChanged });
    if (action === undefined) return;
    event.preventDefault();
    if (action.kind === "remove") actions.onRemove(item);
    else if (action.kind === "undo") actions.onPending(undefined);
    else if (action.kind === "save") actions.onChange(item, pending?.span ?? item.span);
    else if (action.kind === "change") {
      const span = changedSpan(isChanged ? pending.span : item.span, action.change);
      actions.onPending(sameSpan(span, item.span) ? undefined : { item, span });
    } else {
      const stops = blocks.flatMap((ofDay, day) =>
        ofDay.map((block) => ({
          id: `${block.item.id} ${block.date}`,
          day,
          fromMinute: block.fromMinute,
        })),
      );
      focusBlock(grid.current, focusAfter(stops, { id: blockId, to: action.to }));
    }
  };
  const columns = { gridTemplateColumns: `44px repeat(${days.length}, minmax(0, 1fr))` };
  return (
    <ScrollRegion
      ref={grid}
      data-week-scroller
      aria-label="Calendar"
      className="relative h-[max(420px,calc(100dvh-300px))] overflow-y-auto overscroll-contain"
      onKeyDown={pressKey}
    >
      <div className="sticky top-0 z-4 grid border-b border-line bg-s1" style={columns}>
        <span />
        <Headings days={days} today={now.date} holidays={holidays} changes={changes} />
      </div>
      <div className="grid" style={columns}>
        <HourNames />
        {days.map((date, day) => (
          <DayColumn
            key={date}
            date={date}
            blocks={blocks[day] ?? []}
            nowMinute={date === now.date ? now.minute : undefined}
            change={changes[day]}
            ghost={ghost}
            dragProps={dragProps}
            onOpen={actions.onOpen}
          />
        ))}
      </div>
    </ScrollRegion>
  );
}

function Headings({
  days,
  today,
  holidays,
  changes,
}: {
  readonly days: readonly string[];
  readonly today: string;
  readonly holidays: HolidayNames;
  readonly changes: readonly ReturnType<typeof clockChangeOn>[];
}) {
  return days.map((date, day) => (
    <DayHeading
      key={date}
      date={date}
      isToday={date === today}
      holiday={holidays.get(date)}
      change={changes[day]}
    />
  ));
}

function HourNames() {
  return (
    <div aria-hidden="true">
      {HOURS.map((hour) => (
        <div key={hour} className="relative" style={{ height: HOUR_PX }}>
          {hour > 0 && (
            <span className="absolute -top-2 right-1.5 font-mono text-[12px] leading-4 text-muted tabular-nums">
              {timeWords(hour * 60)}
            </span>
          )}
        </div>
      ))}
    </div>
  );
}

/** Once, when the calendar opens. */
function useFirstView(grid: { readonly current: HTMLElement | null }, minute: number): void {
  const first = useRef(minute);
  useEffect(() => {
    grid.current?.scrollTo({ top: Math.max(0, topOf(first.current)) });
  }, [grid]);
}

function pressOf(event: KeyboardEvent) {
  return { key: pressedKey(event), altKey: event.altKey, shiftKey: event.shiftKey };
}

function pressedItem({ target }: KeyboardEvent, items: readonly WeekItem[]) {
  const button = target instanceof Element ? target.closest("[data-item-id]") : null;
  const item = items.find(({ id }) => id === button?.getAttribute("data-item-id"));
  const blockId = button?.getAttribute("data-block-id");
  return item === undefined || blockId === null || blockId === undefined
    ? undefined
    : { item, blockId };
}

function focusBlock(grid: HTMLElement | null, id: string | undefined): void {
  const buttons = grid?.querySelectorAll<HTMLElement>("[data-block-id]") ?? [];
  for (const button of buttons) if (button.getAttribute("data-block-id") === id) button.focus();
}
