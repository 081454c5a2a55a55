import type { ComingDay, ComingItem } from "@neonrelay/contract/callers";
import { CalendarClock, RefreshCw } from "lucide-react";
import { useSearchParams } from "wouter";
import { ArtistBehind } from "../../../ui/artist-behind.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { EmptyState } from "../../../ui/panel-state.tsx";
import { dayWords, timeWords } from "../../../ui/calendar-dates.ts";
import { DayPicker } from "../week/day-picker.tsx";
import { localMoment } from "../week/zone-time.ts";
import { useComingDay } from "./analysis-data.ts";
import { ChangeLink, LibraryLink } from "./figure-table.tsx";
import { ResultAge } from "./result-age.tsx";

/** A preview of one of the coming days. The URL names the day. */
export function ComingDays() {
  const [search, setSearch] = useSearchParams();
  const day = useComingDay(search.get("date") ?? undefined);
  return (
    <Loaded what="coming days" query={day}>
      {(found) => (
        <Day
          day={found}
          query={day}
          onShow={(date) => setSearch({ tab: "analysis", view: "days", date }, { replace: true })}
        />
      )}
    </Loaded>
  );
}

function Day({
  day: { date, dates, items, timeZone, isWhole },
  query,
  onShow,
}: {
  readonly day: ComingDay;
  readonly query: ReturnType<typeof useComingDay>;
  readonly onShow: (date: string) => void;
}) {
  return (
    <section
      aria-label="The coming days"
      aria-busy={query.isFetching}
      className="panel min-w-0 py-3"
    >
      <DayPicker days={dates} shown={date} today={dates[0] ?? date} onShow={onShow} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 pb-2">
        <h2 className="text-[15px] font-semibold">{dayWords(date)}</h2>
        <p className="min-w-0 flex-1 basis-64 text-[13px] text-muted">
          As it would be now: requests, DJs and changes move it. Times are the station’s.
          {!isWhole && " It took too long to work out, so the end is missing."}
          <ResultAge query={query} />
        </p>
        <button
          type="button"
          className="button button-small"
          disabled={query.isFetching}
          onClick={() => void query.refetch()}
        >
          <RefreshCw size={15} aria-hidden="true" />
          Work Out Again
        </button>
      </div>
      {items.length === 0 ? (
        <EmptyState
          icon={<CalendarClock size={32} />}
          title="Nothing is planned"
          text="No playlist has a turn, and nothing is on the week: the station plays from the library."
        />
      ) : (
        <ol aria-label={`What comes on ${dayWords(date)}`} className="border-t border-line">
          {items.map((item) => (
            <Item key={`${item.startsAt} ${item.trackId}`} item={item} timeZone={timeZone} />
          ))}
        </ol>
      )}
    </section>
  );
}

function Item({ item, timeZone }: { readonly item: ComingItem; readonly timeZone: string }) {
  const { startsAt, title, artist, playlist, show, clock, isExact, isPlanned, sentence } = item;
  return (
    <li className="border-b [contain-intrinsic-size:auto_88px] [content-visibility:auto] border-line px-4 py-2 last:border-b-0">
      <div className="flex items-start gap-3">
        <time
          dateTime={startsAt}
          className="w-11 shrink-0 font-mono text-[13px] leading-5 text-muted tabular-nums"
        >
          {timeWords(localMoment(Date.parse(startsAt), timeZone).minute)}
        </time>
        <div className="min-w-0 flex-1 leading-5">
          <p className="break-words">
            <LibraryLink words={`${title} ${artist}`} name={title} />{" "}
            <ArtistBehind artist={artist} />
          </p>
          <p className="text-[13px] text-muted">
            {show !== null && (
              <>
                <ChangeLink of="show" id={show.id} name={show.name} /> ·{" "}
              </>
            )}
            {clock !== null && (
              <>
                <ChangeLink of="clock" id={clock.id} name={clock.name} /> ·{" "}
              </>
            )}
            {playlist === null ? (
              "Library"
            ) : (
              <ChangeLink of="playlist" id={playlist.id} name={playlist.name} />
            )}
            {isExact && " · At this very second"}
            {isPlanned && " · In the plan"}
          </p>
          <details className="text-[13px] text-muted">
            <summary className="w-fit cursor-pointer py-1">
              Why this?<span className="sr-only"> {title}</span>
            </summary>
            {sentence}
          </details>
        </div>
      </div>
    </li>
  );
}
