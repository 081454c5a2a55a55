import { Radio, Repeat2 } from "lucide-react";
import { groundColor, lineColor } from "../../../ui/programme-color.ts";
import { HOUR_PX } from "./use-week-drag.ts";
import type { useWeekDrag } from "./use-week-drag.ts";
import { drawnEnd } from "./week-geometry.ts";
import type { Part, Segment } from "./week-geometry.ts";
import { itemWords, timesWords } from "./week-item.ts";
import type { WeekBlock } from "./week-item.ts";

type DragProps = ReturnType<typeof useWeekDrag>;
/** Shorter blocks have room for one line. */
const TWO_LINES_MINUTES = 45;
const THREE_LINES_MINUTES = 75;
const LINE_PX = 16;

/** An occurrence: a button that opens it, with an edge to resize it. */
export function Block({
  block,
  isElsewhere,
  dragProps: { itemProps, edgeProps, isEndOfDrag },
  onOpen,
}: {
  readonly block: WeekBlock;
  /** It is being moved; its new place is drawn too. */
  readonly isElsewhere: boolean;
  readonly dragProps: DragProps;
  readonly onOpen: () => void;
}) {
  const { item, fromMinute, lane, lanes, date, goesOn, covered } = block;
  const minutes = drawnEnd(block) - fromMinute;
  return (
    <li
      className={`absolute ${isElsewhere ? "opacity-75" : ""}`}
      style={{
        top: topOf(fromMinute),
        height: (minutes / 60) * HOUR_PX - 1,
        left: `${(lane / lanes) * 100}%`,
        width: `calc(${100 / lanes}% - 2px)`,
      }}
    >
      <button
        type="button"
        data-block-id={`${item.id} ${date}`}
        data-item-id={item.id}
        className="relative flex size-full touch-manipulation flex-col overflow-hidden rounded-s border-l-[3px] py-0.5 pr-0.5 pl-1 text-left text-[12px] leading-4 hover:shadow-[inset_0_0_0_99rem_color-mix(in_srgb,var(--text)_10%,transparent)] focus-visible:z-2"
        style={{ background: groundColor(item.color), borderLeftColor: lineColor(item.color) }}
        title={`${item.name}, ${timesWords(item.span)}`}
        {...itemProps(item)}
        onClick={() => {
          if (!isEndOfDrag()) onOpen();
        }}
      >
        {covered.map((part) => (
          <Hatch key={part.fromMinute} part={part} from={fromMinute} />
        ))}
        <BlockWords block={block} minutes={minutes} />
      </button>
      {!goesOn && (
        <span
          aria-hidden="true"
          className="absolute inset-x-0 -bottom-0.5 h-2 cursor-ns-resize max-lg:hidden"
          {...edgeProps(item)}
        />
      )}
    </li>
  );
}

function BlockWords({
  block: { item, isBegun, covered, lanes },
  minutes,
}: {
  readonly block: WeekBlock;
  readonly minutes: number;
}) {
  const { name, span, entry, occurrence } = item;
  const isNarrow = lanes > 1;
  // Side by side, blocks are narrow but often tall.
  const lines = Math.max(1, Math.floor(topOf(minutes) / LINE_PX) - 1);
  return (
    <>
      <span className="relative flex w-full min-w-0 items-start gap-1">
        <span
          lang="en"
          className={`min-w-0 font-semibold ${isNarrow ? "line-clamp-1 break-words hyphens-auto" : "truncate"}`}
          style={isNarrow ? { WebkitLineClamp: lines } : undefined}
        >
          {isBegun ? name : `… ${name}`}
        </span>
        {occurrence.isLive && (
          <Radio
            size={12}
            className={`mt-0.5 shrink-0 text-danger ${isNarrow ? "max-xl:hidden" : ""}`}
          />
        )}
        {entry.repeat !== null && (
          <Repeat2
            size={12}
            className={`mt-0.5 ml-auto shrink-0 text-muted ${isNarrow ? "max-xl:hidden" : ""}`}
          />
        )}
      </span>
      <span
        className={
          minutes >= TWO_LINES_MINUTES
            ? "relative w-full truncate text-muted tabular-nums"
            : "sr-only"
        }
      >
        {timesWords(span)}
      </span>
      <span className="sr-only">{itemWords(item)}</span>
      {covered.length > 0 && minutes >= THREE_LINES_MINUTES && (
        <span aria-hidden="true" className="relative w-full truncate text-text">
          Covered by {occurrence.coveredBy ?? "another"}
        </span>
      )}
    </>
  );
}

/** A part that is not on air. */
function Hatch({ part, from }: { readonly part: Part; readonly from: number }) {
  return (
    <span
      aria-hidden="true"
      className="week-hatch absolute inset-x-0"
      style={{
        top: topOf(part.fromMinute - from),
        height: topOf(part.toMinute - part.fromMinute),
      }}
    />
  );
}

/** The place of an occurrence being dragged or drawn. */
export function Ghost({
  segment: { fromMinute, toMinute },
  words,
}: {
  readonly segment: Segment<unknown>;
  readonly words: string;
}) {
  return (
    <div
      data-ghost
      aria-hidden="true"
      className="pointer-events-none absolute inset-x-0 z-3 overflow-hidden rounded-s border-2 border-dashed border-primary-edge bg-s3 px-1.5 text-[12px] leading-4 tabular-nums"
      style={{ top: topOf(fromMinute), height: topOf(Math.max(30, toMinute - fromMinute)) }}
    >
      {words}
    </div>
  );
}

export function topOf(minute: number): number {
  return (minute / 60) * HOUR_PX;
}
