import { Link } from "wouter";
import { useOnNow, type ShowDate } from "./on-now-data.ts";
import { ownTimeZone } from "../../ui/format-time.ts";
import { formatSoon } from "./schedule-words.ts";
import { ShowPicture } from "./show-picture.tsx";
import { useNowMs } from "./use-now.ts";

/** 'On now: Night Flight, until 22:00 · Next: Dawn, 22:00', in the visitor's time zone; empty without a schedule. */
export function OnNowLine() {
  const onNow = useOnNow();
  const nowMs = useNowMs();
  const { now, next } = onNow ?? { now: null, next: null };
  const shown = now ?? next;
  if (shown === null) return null;
  return (
    <section
      aria-label="On now"
      className="flex min-h-11 min-w-0 shrink-0 items-center gap-3 px-1 text-[13px] leading-5 lg:px-0"
    >
      <ShowPicture show={shown.show} sizePx={36} className="rounded-s" />
      <p aria-live="polite" className="line-clamp-2 min-w-0 text-muted">
        {now !== null && (
          <>
            On now: <ShowLink date={now} />, until {formatSoon(ownTimeZone(), now.endsAt, nowMs)}
          </>
        )}
        {now !== null && next !== null && " · "}
        {next !== null && (
          <>
            Next: <ShowLink date={next} />, {formatSoon(ownTimeZone(), next.startsAt, nowMs)}
          </>
        )}
      </p>
      <Link href="/schedule" className="text-button ml-auto shrink-0 lg:hidden">
        Schedule
      </Link>
    </section>
  );
}

function ShowLink({ date: { show } }: { readonly date: ShowDate }) {
  return (
    <Link
      href={`/shows/${show.slug}`}
      className="font-semibold text-text underline-offset-4 hover:underline"
    >
      {show.name}
    </Link>
  );
}
