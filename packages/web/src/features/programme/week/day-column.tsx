import {
  dayAndMonth,
  dayWords,
  timeWords,
  weekdayName,
  weekdayOf,
} from "../../../ui/calendar-dates.ts";
import { HOUR_PX } from "./use-week-drag.ts";
import type { useWeekDrag } from "./use-week-drag.ts";
import { Block, Ghost, topOf } from "./week-block.tsx";
import { DAY_MINUTES, segmentsOf } from "./week-geometry.ts";
import type { Span } from "./week-geometry.ts";
import { timesWords } from "./week-item.ts";
import type { WeekBlock, WeekItem } from "./week-item.ts";
import type { ClockChange } from "./zone-time.ts";

/** The head of a day's column, with a note when the clocks change. */
export function DayHeading({
  date,
  isToday,
  holiday,
  change,
}: {
  readonly date: string;
  readonly isToday: boolean;
  /** The note on an unusual day. */
  readonly holiday: string | undefined;
  readonly change: ClockChange | undefined;
}) {
  return (
    <div
      className={`min-w-0 border-l border-line bg-s1 px-2 py-1.5 leading-5 ${isToday ? "text-primary-text" : ""}`}
    >
      <p className="truncate text-[13px] font-semibold">
        {weekdayName(weekdayOf(date))}
        {isToday && <span className="sr-only"> (today)</span>}
      </p>
      <p className={`truncate text-[12px] ${isToday ? "" : "text-muted"}`}>{dayAndMonth(date)}</p>
      {holiday !== undefined && (
        <p className="text-[12px] leading-4 break-words text-warn">{holiday}</p>
      )}
      {change !== undefined && (
        <p className="text-[12px] leading-4 text-warn">
          Clocks {change.toMinute > change.fromMinute ? "forward" : "back"}
          <span className="block tabular-nums">
            {timeWords(change.fromMinute)} → {timeWords(change.toMinute)}
          </span>
        </p>
      )}
    </div>
  );
}

/** The occurrences of a day, by time. */
export function DayColumn({
  date,
  blocks,
  nowMinute,
  change,
  ghost,
  dragProps,
  onOpen,
}: {
  readonly date: string;
  readonly blocks: readonly WeekBlock[];
  /** undefined: not today. */
  readonly nowMinute: number | undefined;
  readonly change: ClockChange | undefined;
  /** The preview of a new or moved occurrence; item undefined: new. */
  readonly ghost: { readonly item: WeekItem | undefined; readonly span: Span } | undefined;
  readonly dragProps: ReturnType<typeof useWeekDrag>;
  readonly onOpen: (item: WeekItem) => void;
}) {
  const ghosts = ghost === undefined ? [] : segmentsOf(ghost.item, ghost.span);
  return (
    <div data-day={date} className="relative min-w-0 border-l border-line">
      <div
        data-empty={date}
        className="week-hours"
        style={{ height: topOf(DAY_MINUTES), backgroundSize: `100% ${HOUR_PX}px` }}
        {...dragProps.dayProps(date)}
      />
      {change !== undefined && change.toMinute > change.fromMinute && (
        <div
          aria-hidden="true"
          className="week-hatch pointer-events-none absolute inset-x-0"
          style={{
            top: topOf(change.fromMinute),
            height: topOf(change.toMinute - change.fromMinute),
          }}
        />
      )}
      <ol aria-label={dayWords(date)}>
        {blocks.map((block) => (
          <Block
            key={`${block.item.id} ${block.date}`}
            block={block}
            isElsewhere={ghost?.item?.id === block.item.id}
            dragProps={dragProps}
            onOpen={() => onOpen(block.item)}
          />
        ))}
      </ol>
      {ghosts
        .filter((segment) => segment.date === date)
        .map((segment) => (
          <Ghost
            key={segment.date}
            segment={segment}
            words={ghost === undefined ? "" : timesWords(ghost.span)}
          />
        ))}
      {nowMinute !== undefined && (
        <div
          aria-hidden="true"
          className="pointer-events-none absolute inset-x-0 z-2 h-0.5 bg-danger"
          style={{ top: topOf(nowMinute) }}
        />
      )}
    </div>
  );
}
