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
  readonly fix?: {
    readonly name: string;
    readonly change: Pick<StationSettings, "stationName"> | Pick<StationSettings, "timeZone">;
  };
}

/**
 * What a new station's owner does first, in order.
 * @param openChecks how many checks of 'Going public' are open
 * @param mayBackUp whether this operator can plan backups
 * @param browserZone the time zone of this browser; undefined if it has none
 */
export function setUpPoints({
  setUp,
  settings: { stationName, timeZone },
  openChecks,
  mayBackUp,
  browserZone,
}: {
  readonly setUp: SetUp;
  readonly settings: Pick<StationSettings, "stationName" | "timeZone">;
  readonly openChecks: number;
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
      isDone: setUp.hasOwnMusic,
      text: "None of your music is here yet.",
      href: "/upload",
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
