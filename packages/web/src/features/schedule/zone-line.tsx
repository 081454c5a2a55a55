import { Globe } from "lucide-react";
import { zoneName } from "./schedule-words.ts";
import type { ShownZone } from "./use-zone.ts";

/** Names the time zone, with a switch to the station's. */
export function ZoneLine({ zone }: { readonly zone: ShownZone }) {
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
