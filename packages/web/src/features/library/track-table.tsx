/* oxlint-disable jsx-a11y/prefer-tag-over-role -- in Chromium, table rows are fifty times slower to move */
import type { Track, TrackSort } from "@neonrelay/contract/callers";
import { elementScroll, observeElementOffset, useVirtualizer } from "@tanstack/react-virtual";
import type { Virtualizer } from "@tanstack/react-virtual";
import { ArrowDown, ArrowUp } from "lucide-react";
import { memo, useRef, useState } from "react";
import type { ReactNode } from "react";
import type { RowRange } from "./library-pages.ts";
import type { TrackRows } from "./library-data.ts";
import { shownHeight, toScrolledOffset, toWholeOffset, useScroller } from "./use-scroller.ts";
import { useScrollPace } from "./use-scroll-pace.ts";
import { PassingRow, TRACK_COLUMNS, TrackRow } from "./track-row.tsx";
import type { TrackRowActions } from "./track-row.tsx";

const ROW_PX = 56;

export interface TrackOrder {
  /** undefined: an order without a column. */
  readonly sort: TrackSort | undefined;
  readonly isDescending: boolean;
  /** A column header was pressed. */
  readonly onPress: (sort: TrackSort) => void;
}

/**
 * Rows of 56 px; only those in view are in the page, however large the library. Roles instead of a table: Chromium
 * takes fifty times as long to move a table row as any other element.
 */
export function TrackTable({
  rows,
  order,
  onRange,
  ...actions
}: TrackRowActions & {
  readonly rows: TrackRows & { readonly total: number };
  /** undefined if there is only one order. */
  readonly order: TrackOrder | undefined;
  readonly onRange: (range: RowRange) => void;
}) {
  const table = useRef<HTMLDivElement>(null);
  const scroll = useScroller(table);
  const { pace, take } = useScrollPace();
  // oxlint-disable-next-line react/incompatible-library -- its functions must not be memoized, and none is handed on
  const virtualizer = useVirtualizer({
    count: rows.total,
    getScrollElement: scroll.element,
    scrollMargin: scroll.marginPx,
    estimateSize: () => ROW_PX,
    overscan: 8,
    observeElementOffset: (instance, onOffset) =>
      observeElementOffset(instance, (offsetPx, isScrolling) =>
        onOffset(toWholeOffset(offsetPx, listOf(instance)), isScrolling),
      ),
    scrollToFn: (offsetPx, options, instance) =>
      elementScroll(toScrolledOffset(offsetPx, listOf(instance)), options, instance),
    onChange: ({ range, isScrolling, scrollOffset, scrollRect }) => {
      const viewPx = scrollRect?.height ?? 0;
      const now = take({ offsetPx: scrollOffset ?? 0, viewPx, isScrolling });
      if (range !== null && now !== "rushing")
        onRange({ first: range.startIndex, last: range.endIndex });
    },
  });
  const offsetPx = virtualizer.scrollOffset ?? 0;
  const abovePx = scroll.marginPx + offsetPx - toScrolledOffset(offsetPx, listOf(virtualizer));
  return (
    <div className="min-h-0 flex-1 scroll-pt-12 overflow-y-auto low:overflow-visible">
      <div
        ref={table}
        role="table"
        aria-label="Tracks in the library"
        aria-rowcount={rows.total + 1}
      >
        <Header order={order} />
        <div
          role="rowgroup"
          className="relative"
          style={{ height: shownHeight(rows.total * ROW_PX) }}
        >
          {virtualizer.getVirtualItems().map(({ index, start }, at) => {
            const place = { index, startPx: start - abovePx };
            // Rushing rows are all alike: the next frame moves them and creates none.
            if (pace === "rushing") return <RushingLine key={`rushing ${at}`} {...place} />;
            return (
              <Line
                key={index}
                {...place}
                track={rows.rowAt(index)}
                isFast={pace === "passing"}
                {...actions}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

function listOf({ options, scrollRect }: Virtualizer<Element, Element>) {
  const { count, scrollMargin: marginPx } = options;
  return { marginPx, wholePx: count * ROW_PX, viewPx: scrollRect?.height ?? 0 };
}

/** Memoized: scrolling renders the table for every new row, while the other rows stay as they are. */
const Line = memo(function Line({
  index,
  startPx,
  track,
  isFast,
  ...actions
}: TrackRowActions &
  RowPlace & {
    readonly track: Track | undefined;
    readonly isFast: boolean;
  }) {
  // Once complete, a row stays complete.
  const [isWhole, setIsWhole] = useState(!isFast);
  if (!isFast && !isWhole) setIsWhole(true);
  return (
    <PlacedRow index={index} startPx={startPx}>
      {track === undefined && <RowOnItsWay />}
      {track !== undefined && !isWhole && <PassingRow track={track} />}
      {track !== undefined && isWhole && <TrackRow track={track} row={index} {...actions} />}
    </PlacedRow>
  );
});

interface RowPlace {
  /** Counted from 0. */
  readonly index: number;
  /** Offset from the top of the list as shown. */
  readonly startPx: number;
}

function RushingLine(place: RowPlace) {
  return <PlacedRow {...place}>{rowOnItsWay}</PlacedRow>;
}

function PlacedRow({ index, startPx, children }: RowPlace & { readonly children: ReactNode }) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={`absolute inset-x-0 top-0 grid h-14 items-center gap-4 px-3 hover:bg-s2 md:px-4 ${TRACK_COLUMNS}`}
      style={{ transform: `translateY(${startPx}px)` }}
    >
      {children}
    </div>
  );
}

function Header({ order }: { readonly order: TrackOrder | undefined }) {
  return (
    <div role="rowgroup" className="sticky top-0 z-10 hidden border-b border-line bg-s1 md:block">
      <div
        role="row"
        aria-rowindex={1}
        className={`grid items-center gap-4 px-4 py-1 text-left text-[12px] tracking-[0.06em] text-faint ${TRACK_COLUMNS}`}
      >
        <div role="columnheader">
          <span className="sr-only">Cover</span>
        </div>
        <SortHeader name="Title" by="title" order={order} />
        <SortHeader name="Artist" by="artist" order={order} />
        <SortHeader name="Album" by="album" order={order} />
        <SortHeader name="Genre" by="genre" order={order} className="hidden xl:block" />
        <SortHeader name="Duration" by="duration" order={order} className="text-right" />
        <SortHeader
          name="Bitrate"
          by="bitrate"
          order={order}
          className="hidden text-right xl:block"
        />
        <div role="columnheader">
          <span className="sr-only">Actions</span>
        </div>
      </div>
    </div>
  );
}

function SortHeader({
  name,
  by,
  order,
  className,
}: {
  readonly name: string;
  readonly by: TrackSort;
  readonly order: TrackOrder | undefined;
  readonly className?: string;
}) {
  if (order === undefined)
    return (
      <div role="columnheader" className={className}>
        {name}
      </div>
    );
  const isSorted = order.sort === by;
  const Arrow = order.isDescending ? ArrowDown : ArrowUp;
  return (
    <div
      role="columnheader"
      className={className}
      aria-sort={isSorted ? (order.isDescending ? "descending" : "ascending") : "none"}
    >
      <button
        type="button"
        className={`text-button -mx-2 text-[12px] ${isSorted ? "font-bold text-text" : ""}`}
        onClick={() => order.onPress(by)}
      >
        {name}
        {isSorted && <Arrow size={14} aria-hidden="true" />}
      </button>
    </div>
  );
}

/** One element, so that React skips it from row to row. */
const rowOnItsWay = <RowOnItsWay />;

function RowOnItsWay() {
  return (
    <div role="cell" className="col-span-2 flex items-center gap-4">
      <span className="skeleton size-10" />
      <span className="flex flex-1 flex-col gap-2">
        <span className="skeleton h-3 w-3/5" />
        <span className="skeleton h-2.5 w-2/5" />
      </span>
      <span className="sr-only">Loading</span>
    </div>
  );
}
