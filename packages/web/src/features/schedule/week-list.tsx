import { CalendarDays, Globe } from "lucide-react";
import { ownTimeZone, zoneName } from "../../ui/format-time.ts";
import { Link, useSearchParams } from "wouter";
import { Loaded } from "../../ui/loaded.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { EmptyState } from "../../ui/panel-state.tsx";
import { CalendarLinks } from "./calendar-links.tsx";
import { asShow, type ShowDate } from "./on-now-data.ts";
import { SHOWN_DAYS, useComingWeek } from "./schedule-data.ts";
import { formatTimeIn, groupByDay, hostWords, type ScheduleDay } from "./schedule-words.ts";
import { ShowPicture } from "./show-picture.tsx";
import { useNowMs } from "./use-now.ts";

/** The shows of the coming week by day. */
export function WeekList() {
  const week = useComingWeek();
  return (
    <div className="page">
      <PageHeader title="Schedule">{null}</PageHeader>
      <Loaded what="schedule" query={week}>
        {({ timeZone, occurrences, holidays }) => (
          <Week
            stationZone={timeZone}
            shows={occurrences.flatMap((each) => asShow(each) ?? [])}
            holidays={new Map(holidays.map(({ date, name }) => [date, name]))}
          />
        )}
      </Loaded>
    </div>
  );
}

function Week({
  stationZone,
  shows,
  holidays,
}: {
  readonly stationZone: string;
  readonly shows: readonly ShowDate[];
  /** Holiday names by date in the station's calendar. */
  readonly holidays: ReadonlyMap<string, string>;
}) {
  const zone = useZone(stationZone);
  const { timeZone } = zone;
  const nowMs = useNowMs();
  const days = groupByDay(shows, { timeZone, nowMs, days: SHOWN_DAYS, holidays });
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-1 lg:px-0">
        <ZoneLine zone={zone} />
        <CalendarLinks path="/api/schedule.ics" of="the station" />
      </div>
      {days.length === 0 ? (
        <section className="panel">
          <EmptyState
            icon={<CalendarDays size={32} />}
            title="No shows in the coming week"
            text="The station plays music around the clock."
          />
        </section>
      ) : (
        days.map((day) => <Day key={day.key} day={day} timeZone={timeZone} nowMs={nowMs} />)
      )}
    </>
  );
}

interface Moment {
  readonly timeZone: string;
  readonly nowMs: number;
}

function Day({ day, ...moment }: { readonly day: ScheduleDay } & Moment) {
  const id = `day-${day.key}`;
  return (
    <section aria-labelledby={id} className="panel px-2 py-3 sm:px-4">
      <h2 id={id} className="px-2 pb-1 text-[17px] leading-6 font-semibold sm:px-0">
        {day.name}
        {day.holiday !== undefined && (
          <span className="font-normal text-muted"> · {day.holiday}</span>
        )}
      </h2>
      {day.shows.length === 0 ? (
        <p className="px-2 text-muted sm:px-0">No shows</p>
      ) : (
        <ul className="divide-y divide-line">
          {day.shows.map((date) => (
            <DateRow key={`${date.entryId} ${date.startsAt}`} date={date} {...moment} />
          ))}
        </ul>
      )}
    </section>
  );
}

function DateRow({ date, timeZone, nowMs }: { readonly date: ShowDate } & Moment) {
  const { show, startsAt, endsAt, isLive, covered, coveredBy } = date;
  const isOn = Date.parse(startsAt) <= nowMs;
  const hosts = hostWords(show.hosts);
  return (
    <li className="flex min-h-16 items-center gap-3 px-2 py-2 sm:gap-4 sm:px-0">
      <span className="w-[46px] shrink-0 text-[13px] leading-5 tabular-nums sm:w-28 sm:text-[15px]">
        <time dateTime={startsAt}>{formatTimeIn(timeZone, startsAt)}</time>
        <span className="max-sm:sr-only"> to </span>
        <time dateTime={endsAt} className="text-muted max-sm:block">
          {formatTimeIn(timeZone, endsAt)}
        </time>
      </span>
      <ShowPicture show={show} sizePx={40} className="rounded-s" />
      <div className="min-w-0 flex-1">
        <Link
          href={`/shows/${show.slug}`}
          className="font-semibold break-words underline-offset-4 hover:underline"
        >
          {show.name}
        </Link>
        {hosts !== undefined && <p className="text-[13px] text-muted">{hosts}</p>}
        {covered === "partly" && coveredBy !== null && (
          <p className="text-[13px] text-muted">Makes room for {coveredBy}</p>
        )}
      </div>
      {isLive && <span className="badge shrink-0 text-muted">Live</span>}
      {isOn && <span className="badge shrink-0 text-primary-text">On now</span>}
    </li>
  );
}

/** Names the time zone, with a switch to the station's. */
function ZoneLine({ zone }: { readonly zone: ShownZone }) {
  const { timeZone, isElsewhere, isStations, showStations } = zone;
  const whose = isElsewhere && !isStations ? "your time zone" : "the station's time zone";
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-[13px] text-muted">
      <p className="flex items-center gap-2">
        <Globe size={16} aria-hidden="true" className="shrink-0" />
        Times are in {whose}, {zoneName(timeZone)}.
      </p>
      {isElsewhere && (
        <button
          type="button"
          className="button button-small"
          aria-pressed={isStations}
          onClick={() => showStations(!isStations)}
        >
          Station's time
        </button>
      )}
    </div>
  );
}

interface ShownZone {
  readonly timeZone: string;
  /** Whether the visitor's time zone differs from the station's. */
  readonly isElsewhere: boolean;
  readonly isStations: boolean;
  readonly showStations: (isStations: boolean) => void;
}

/** The visitor's time zone, or the station's with `?zone=station` in the address. */
function useZone(stationZone: string): ShownZone {
  const [search, setSearch] = useSearchParams();
  const own = ownTimeZone();
  const isElsewhere = own !== stationZone;
  const isStations = isElsewhere && search.get("zone") === "station";
  const showStations = (next: boolean) =>
    setSearch(next ? { zone: "station" } : {}, { replace: true });
  return { timeZone: isStations ? stationZone : own, isElsewhere, isStations, showStations };
}
