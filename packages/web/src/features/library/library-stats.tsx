import { Clock, Disc3, MicVocal } from "lucide-react";
import { useLibraryStats } from "./library-data.ts";
import { countOf, formatCount } from "../../ui/count-of.ts";
import { formatHours, UNKNOWN } from "../../ui/format-time.ts";
import { StatCard } from "../../ui/stat-card.tsx";

/** Figures of what the list shows at first, as the station counts them. */
export function LibraryStats() {
  const stats = useLibraryStats();
  return (
    <>
      <StatsLine stats={stats} />
      <dl className="hidden shrink-0 sm:grid grid-cols-[repeat(3,minmax(0,1fr))] gap-2 lg:gap-4">
        <StatCard
          look="line"
          icon={<Disc3 size={18} />}
          name="Total tracks"
          value={stats === undefined ? UNKNOWN : formatCount(stats.tracks)}
        />
        <StatCard
          look="line"
          icon={<MicVocal size={18} />}
          name="Artists"
          value={stats === undefined ? UNKNOWN : formatCount(stats.artists)}
        />
        <StatCard
          look="line"
          icon={<Clock size={18} />}
          name="Total duration"
          value={stats === undefined ? UNKNOWN : formatHours(stats.durationMs)}
        />
      </dl>
    </>
  );
}

/** On a phone the list gets the height; the line keeps its space while loading. */
function StatsLine({ stats }: { readonly stats: ReturnType<typeof useLibraryStats> }) {
  return (
    <p className="h-5 truncate px-1 text-[13px] text-muted tabular-nums sm:hidden">
      {stats !== undefined &&
        `${countOf(stats.tracks, "track")} · ${countOf(stats.artists, "artist")} · ${formatHours(stats.durationMs)}`}
    </p>
  );
}
