import type { AiredItem } from "@neonrelay/contract/callers";
import { ChevronUp } from "lucide-react";
import { useRef, useState } from "react";
import { formatClock, formatDay } from "../../../ui/format-time.ts";
import { useFocusAfter } from "../../../ui/move-focus.ts";
import { PlayPicture } from "../../player/index.ts";
import type { useAired } from "./plan-data.ts";
import { airedSourceWords, placeWords } from "./plan-words.ts";
import { TextCells, TimeCell, WhyButton } from "./row-parts.tsx";

/** Rows shown at first. */
const FIRST_ROWS = 3;

/** What was on air, newest last, so that the plan continues below it. */
export function AiredPanel({
  aired,
  onWhy,
}: {
  readonly aired: ReturnType<typeof useAired>;
  readonly onWhy: (item: AiredItem) => void;
}) {
  const [isWhole, setIsWhole] = useState(false);
  const all = aired.data?.pages.flat() ?? [];
  const shown = isWhole ? all : all.slice(0, FIRST_ROWS);
  const hasMore = shown.length < all.length || aired.hasNextPage;
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusAfter(heading, isWhole && !hasMore);
  if (all.length === 0) return null;
  return (
    <section aria-label="What was on air" className="panel overflow-hidden pb-1">
      <div className="flex flex-wrap items-center gap-2 px-4 py-2">
        <h2 ref={heading} tabIndex={-1} className="text-[15px] font-semibold">
          Aired
        </h2>
        {hasMore && (
          <button
            type="button"
            className="button button-small ml-auto"
            disabled={aired.isFetchingNextPage}
            onClick={() => {
              if (isWhole) void aired.fetchNextPage();
              setIsWhole(true);
            }}
          >
            <ChevronUp size={15} aria-hidden="true" />
            {aired.isFetchingNextPage ? "Loading…" : "Show Earlier"}
          </button>
        )}
      </div>
      <ol aria-label="Aired tracks">
        {shown.toReversed().map((item) => (
          <AiredRow
            key={item.id}
            item={item}
            isOnAir={item.id === aired.onAirId}
            onWhy={() => onWhy(item)}
          />
        ))}
      </ol>
    </section>
  );
}

function AiredRow({
  item,
  isOnAir,
  onWhy,
}: {
  readonly item: AiredItem;
  readonly isOnAir: boolean;
  readonly onWhy: () => void;
}) {
  const { startsAt, start, title, artist, durationMs, djName, track, rule } = item;
  const play = { kind: rule === "dj" ? ("live" as const) : ("library" as const), djName, track };
  return (
    <li className="flex min-h-16 items-center gap-2 py-0.5 pr-1 pl-3 sm:gap-3 lg:pr-3 lg:pl-6">
      <TimeCell
        startsAt={startsAt}
        start={start}
        isOtherDay={!isToday(startsAt)}
        isOnAir={isOnAir}
      />
      <PlayPicture play={play} sizePx={40} className="size-10 rounded-s max-[360px]:hidden" />
      <TextCells
        title={title}
        artist={artist}
        source={airedSourceWords(item)}
        place={placeWords(item)}
      />
      <p className="hidden w-12 shrink-0 text-right font-mono text-[13px] tabular-nums sm:block">
        {formatClock(durationMs)}
      </p>
      <WhyButton title={title} onWhy={onWhy} />
    </li>
  );
}

function isToday(startsAt: string): boolean {
  return formatDay(Date.parse(startsAt)) === formatDay(Date.now());
}
