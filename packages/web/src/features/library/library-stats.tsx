import type { Track } from "@neonrelay/contract";
import { Clock, Disc3, MicVocal } from "lucide-react";
import type { ReactNode } from "react";
import { formatHours, UNKNOWN } from "../../ui/format-time.ts";
import { totalsOf } from "./library-totals.ts";

/** Figures of the part of the library that is loaded; '+' while more is coming. */
export function LibraryStats({
  tracks,
  isComplete,
}: {
  readonly tracks: readonly Track[] | undefined;
  readonly isComplete: boolean;
}) {
  const totals = tracks === undefined ? undefined : totalsOf(tracks);
  const more = isComplete ? "" : "+";
  const shown = (value: string | number | undefined) =>
    value === undefined ? UNKNOWN : `${value}${more}`;
  return (
    <dl className="grid shrink-0 grid-cols-[repeat(3,minmax(0,1fr))] gap-2 lg:gap-4">
      <Stat icon={<Disc3 size={20} />} name="Total tracks" value={shown(totals?.tracks)} />
      <Stat icon={<MicVocal size={20} />} name="Artists" value={shown(totals?.artists)} />
      <Stat
        icon={<Clock size={20} />}
        name="Total duration"
        value={shown(totals === undefined ? undefined : formatHours(totals.durationMs))}
      />
    </dl>
  );
}

function Stat({
  icon,
  name,
  value,
}: {
  readonly icon: ReactNode;
  readonly name: string;
  readonly value: string;
}) {
  return (
    <div className="panel grid min-w-0 grid-cols-[minmax(0,1fr)] items-center gap-x-4 p-3 sm:grid-cols-[auto_minmax(0,1fr)] lg:px-5 lg:py-4">
      <dt className="row-start-2 truncate text-[12px] leading-4 text-muted sm:col-start-2 sm:text-[13px]">
        {name}
      </dt>
      <dd className="row-start-1 truncate font-display text-[20px] leading-7 font-bold tabular-nums sm:col-start-2 lg:text-[24px]">
        {value}
      </dd>
      <dd
        aria-hidden="true"
        className="row-span-2 row-start-1 hidden text-secondary-text sm:col-start-1 sm:block"
      >
        {icon}
      </dd>
    </div>
  );
}
