import type { Play, StreamInfo } from "@neonrelay/contract/callers";
import { Mic } from "lucide-react";
import { formatTimeOfDay } from "../../ui/format-time.ts";
import { useStreamInfo } from "../radio/index.ts";
import { usePlay } from "./heard-programme.ts";

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
    <span className="badge shrink-0 border-secondary-edge/50 text-secondary-text">
      <Mic size={12} aria-hidden="true" />
      Live DJ
    </span>
  );
}

/** The DJ on air, and since when, as wall-clock time. */
interface HeardDj {
  readonly name: string;
  /** Already shown in the artist's place: the DJ's software sends none. */
  readonly isNamedAsArtist: boolean;
  readonly sinceMs: number;
}

/**
 * @param live of the stream; undefined until the station has answered
 * @returns undefined if no DJ is heard
 */
export function heardDj(
  play: Pick<Play, "kind" | "djName" | "artist" | "startedAtMs"> | undefined,
  live: Pick<StreamInfo["live"], "djName" | "sinceMs"> | undefined,
): HeardDj | undefined {
  if (play?.kind !== "live") return undefined;
  const name = play.djName ?? "a DJ";
  // The audible sound is some seconds old: another DJ may be on air by now.
  const sinceMs = live?.djName === play.djName ? live.sinceMs : null;
  const isNamedAsArtist = play.artist === play.djName;
  return { name, isNamedAsArtist, sinceMs: sinceMs ?? play.startedAtMs };
}
