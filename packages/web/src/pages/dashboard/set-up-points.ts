import type { SetUp, StationSettings } from "@neonrelay/contract/callers";
import { countOf } from "../../ui/count-of.ts";

/** A point of the set-up; one that is done has only its name. */
export interface SetUpPoint {
  readonly name: string;
  readonly isDone: boolean;
  readonly text: string;
  /** Where it is done. */
  readonly href: string;
  /** Answers the point at once; undefined: only its page can. */
  readonly fix?: { readonly name: string } & (
    | { readonly change: Pick<StationSettings, "stationName"> | Pick<StationSettings, "timeZone"> }
    /** Tracks to move to the trash. */
    | { readonly trashes: readonly string[] }
  );
}

/**
 * What a new station's owner does first, in order.
 * @param openChecks how many checks of 'Going public' are open
 * @param mayDelete whether this operator can delete tracks
 * @param mayBackUp whether this operator can plan backups
 * @param browserZone the time zone of this browser; undefined if it has none
 */
export function setUpPoints({
  setUp,
  settings: { stationName, timeZone },
  openChecks,
  mayDelete,
  mayBackUp,
  browserZone,
}: {
  readonly setUp: SetUp;
  readonly settings: Pick<StationSettings, "stationName" | "timeZone">;
  readonly openChecks: number;
  readonly mayDelete: boolean;
  readonly mayBackUp: boolean;
  readonly browserZone: string | undefined;
}): readonly SetUpPoint[] {
  const offeredZone = browserZone ?? timeZone;
  return [
    {
      name: "Name",
      isDone: setUp.isNameChosen,
      text: `Listeners see “${stationName}”.`,
      href: "/settings?section=station",
      fix: { name: "Keep it", change: { stationName } },
    },
    {
      name: "Time zone",
      isDone: setUp.isTimeZoneChosen,
      text: `The schedule counts in ${wordZone(timeZone)}.`,
      href: "/settings?section=station",
      fix: {
        name: `${offeredZone === timeZone ? "Keep" : "Use"} ${wordZone(offeredZone)}`,
        change: { timeZone: offeredZone },
      },
    },
    {
      name: "Music",
      isDone: setUp.hasOwnMusic && setUp.demoTrackIds.length === 0,
      text: setUp.hasOwnMusic
        ? `${countOf(setUp.demoTrackIds.length, "demo track")} may play among yours.`
        : "None of your music is here yet.",
      href: setUp.hasOwnMusic ? "/library" : "/upload",
      ...(setUp.hasOwnMusic &&
        mayDelete && { fix: { name: "Remove the demo", trashes: setUp.demoTrackIds } }),
    },
    {
      name: "Programme",
      isDone: setUp.isProgrammeChosen,
      text: "Nobody has chosen what the station plays.",
      href: "/programme",
    },
    {
      name: "Going public",
      isDone: openChecks === 0,
      text: `${countOf(openChecks, "point")} to check before you go public.`,
      href: "/settings?section=going-public",
    },
    ...(mayBackUp
      ? [
          {
            name: "Backups",
            isDone: setUp.hasBackup,
            text: "None is made or planned.",
            href: "/settings?section=backups",
          },
        ]
      : []),
  ];
}

function wordZone(timeZone: string): string {
  return timeZone.replaceAll("_", " ");
}
