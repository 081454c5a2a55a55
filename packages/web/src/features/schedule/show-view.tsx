import { Headphones, RadioTower, Square } from "lucide-react";
import { Link } from "wouter";
import { ApiCallError } from "../../api/call-api.ts";
import { PageCorner, PageHeading } from "../../ui/page-header.tsx";
import { EmptyState } from "../../ui/panel-state.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { listens, usePlayer, usePlayerState } from "../player/index.ts";
import { CalendarLinks } from "./calendar-links.tsx";
import { useShow } from "./schedule-data.ts";
import { ownTimeZone, zoneName } from "../../ui/format-time.ts";
import { formatDate, hostWords } from "./schedule-words.ts";
import { ShowPicture } from "./show-picture.tsx";

type Show = NonNullable<ReturnType<typeof useShow>["data"]>;

/** A show: its text, hosts and next dates. */
export function ShowView({ slug }: { readonly slug: string }) {
  const show = useShow(slug);
  if (show.error instanceof ApiCallError && show.error.status === 404) return <NoShow />;
  return (
    <div className="page relative">
      <PageCorner />
      <Link href="/schedule" className="text-button self-start">
        ← Schedule
      </Link>
      <Loaded what="show" query={show}>
        {(loaded) => <Show show={loaded} />}
      </Loaded>
    </div>
  );
}

function Show({ show }: { readonly show: Show }) {
  const hosts = hostWords(show.hosts);
  return (
    <>
      <article className="panel flex flex-col gap-4 p-4 sm:flex-row sm:gap-6 lg:p-6">
        <ShowPicture show={show} sizePx={112} className="rounded-m" />
        <div className="min-w-0 flex-1">
          <PageHeading className="text-[24px] leading-8 font-bold break-words lg:text-[30px] lg:leading-9">
            {show.name}
          </PageHeading>
          {hosts !== undefined && <p className="mt-1 text-muted">{hosts}</p>}
          {show.text !== "" && (
            <p className="mt-3 max-w-[70ch] break-words whitespace-pre-line">{show.text}</p>
          )}
          <div className="mt-5 flex flex-wrap gap-2">
            <ListenButton />
            <CalendarLinks path={`/api/shows/${show.slug}.ics`} of={show.name} />
          </div>
        </div>
      </article>
      <NextDates dates={show.dates} />
    </>
  );
}

function NextDates({ dates }: { readonly dates: Show["dates"] }) {
  const timeZone = ownTimeZone();
  return (
    <section aria-labelledby="next-dates" className="panel p-4 lg:p-6">
      <h2 id="next-dates" className="text-[17px] leading-6 font-semibold">
        Next dates
      </h2>
      {dates.length === 0 ? (
        <p className="mt-2 text-muted">No date is planned yet.</p>
      ) : (
        <>
          <p className="mt-1 text-[13px] text-muted">
            Times are in your time zone, {zoneName(timeZone)}.
          </p>
          <ul className="mt-2 divide-y divide-line">
            {dates.map((date) => (
              <li key={date.startsAt} className="flex min-h-11 items-center tabular-nums">
                <time dateTime={date.startsAt}>{formatDate(timeZone, date)}</time>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function ListenButton() {
  const player = usePlayer();
  const isReady = usePlayerState((state) => state.streamUrl !== undefined);
  const isListening = usePlayerState(({ playback }) => listens(playback));
  const Icon = isListening ? Square : Headphones;
  return (
    <button
      type="button"
      className="button button-primary"
      disabled={!isReady}
      onClick={() => {
        if (isListening) player.stop();
        else player.listen();
      }}
    >
      <Icon size={18} aria-hidden="true" />
      {isListening ? "Stop listening" : "Listen"}
    </button>
  );
}

function NoShow() {
  return (
    <div className="page relative">
      <PageCorner />
      <PageHeading className="px-1 pt-1 text-[24px] leading-8 font-bold lg:px-0 lg:pt-0">
        Show not found
      </PageHeading>
      <section className="panel">
        <EmptyState
          icon={<RadioTower size={32} />}
          title="No show at this address"
          text="It may have a new address, or it has ended."
        >
          <Link href="/schedule" className="button mt-2">
            Back to the schedule
          </Link>
        </EmptyState>
      </section>
    </div>
  );
}
