import type { PlanItem } from "@neonrelay/contract/callers";
import { CircleQuestionMark } from "lucide-react";
import { formatDay, formatTimeOfDay } from "../../../ui/format-time.ts";
import { startMark, startTip } from "./plan-words.ts";

/** The start time, its mark, and the day unless it is today. */
export function TimeCell({
  startsAt,
  start,
  isOtherDay = false,
  isOnAir = false,
}: {
  readonly startsAt: string;
  readonly start: PlanItem["start"];
  readonly isOtherDay?: boolean;
  readonly isOnAir?: boolean;
}) {
  const atMs = Date.parse(startsAt);
  const mark = startMark(start);
  return (
    <div className="flex w-11 shrink-0 flex-col items-end text-right leading-5 text-muted">
      <time dateTime={startsAt} className="font-mono text-[13px] tabular-nums">
        {formatTimeOfDay(atMs)}
      </time>
      {mark !== undefined && (
        <span className="text-[12px] leading-4 font-semibold text-text" title={startTip(start)}>
          {mark}
        </span>
      )}
      {isOnAir && (
        <span className="text-[12px] leading-4 font-semibold text-accent-text">On air</span>
      )}
      {isOtherDay && <span className="text-[12px] leading-4">{formatDay(atMs)}</span>}
    </div>
  );
}

/** Title, artist, source, show and clock. On wide screens the source, show and clock have their own column. */
export function TextCells({
  title,
  artist,
  source,
  place,
}: {
  readonly title: string;
  readonly artist: string;
  readonly source: string;
  readonly place: string | undefined;
}) {
  return (
    <>
      <div className="min-w-0 flex-[3] leading-5">
        <p className="truncate text-[15px] font-medium" title={title}>
          {title}
        </p>
        <p className="truncate text-[13px] text-muted">{artist}</p>
        <p className="truncate text-[12px] leading-4 text-muted lg:hidden">
          {place === undefined ? source : `${source} · ${place}`}
        </p>
      </div>
      <div className="hidden min-w-0 flex-[2] text-[13px] leading-5 text-muted lg:block">
        <p className="truncate">{source}</p>
        {place !== undefined && <p className="truncate">{place}</p>}
      </div>
    </>
  );
}

export function WhyButton({
  title,
  onWhy,
}: {
  readonly title: string;
  readonly onWhy: () => void;
}) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={`Why this? ${title}`}
      title="Why this?"
      onClick={onWhy}
    >
      <CircleQuestionMark size={18} aria-hidden="true" />
    </button>
  );
}
