import { Mic } from "lucide-react";
import { formatTimeOfDay } from "../../ui/format-time.ts";
import { useStreamInfo } from "../radio/index.ts";
import { heardDj } from "./heard-dj.ts";
import { usePlay } from "./heard-programme-context.ts";

/** The DJ's name and start time, while a DJ is on air. */
export function DjLine() {
  const dj = heardDj(usePlay(), useStreamInfo().data?.live);
  if (dj === undefined) return null;
  return (
    <p className="mt-1 flex min-w-0 items-center gap-2 text-[13px] text-muted">
      <DjBadge />
      <span className="truncate">
        {!dj.isNamedAsArtist && (
          <>
            <span className="font-semibold text-text">{dj.name}</span> ·{" "}
          </>
        )}
        live since {formatTimeOfDay(dj.sinceMs)}
      </span>
    </p>
  );
}

export function DjBadge() {
  return (
    <span className="badge shrink-0 border-secondary/50 text-secondary-text">
      <Mic size={12} aria-hidden="true" />
      Live DJ
    </span>
  );
}
