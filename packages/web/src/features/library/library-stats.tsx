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
    <div className="panel flex min-w-0 items-center gap-4 p-3 lg:px-5 lg:py-4">
      <span aria-hidden="true" className="hidden text-secondary-text sm:block">
        {icon}
      </span>
      <div className="flex min-w-0 flex-col-reverse">
        <dt className="truncate text-[12px] text-muted sm:text-[13px]">{name}</dt>
        <dd className="truncate font-display text-[20px] font-bold tabular-nums lg:text-[24px]">
          {value}
        </dd>
      </div>
    </div>
  );
}
