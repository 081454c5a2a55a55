import type { ListenedShow, ListeningHistory } from "@neonrelay/contract";
import type { Step } from "./step-rules.ts";

type Figures = ListeningHistory["total"];

/** What is known of one hour, or of one station day. */
export interface TimeSums {
  readonly seconds: number;
  readonly sessions: number;
  /** Of these, sessions whose rows on-air had no room for. */
  readonly lost: number;
  /** null: nobody was reported. */
  readonly peak: number | null;
  /** Of a day; null: not counted. */
  readonly uniques?: number | null;
}

/** What listeners did in the plays that began between two moments. */
interface BucketSums extends Pick<
  ListenedShow,
  "plays" | "seconds" | "atStart" | "joined" | "left" | "leftEarly"
> {
  /** Number of the first moment, from 0. */
  readonly bucket: number;
}

/**
 * The figures of a time.
 * @param parts the hours or days that anybody listened in
 */
export function figuresOf(
  parts: readonly TimeSums[],
  { fromMs, untilMs, nowMs }: Pick<Step, "fromMs" | "untilMs"> & { readonly nowMs: number },
): Figures {
  const seconds = parts.reduce((sum, part) => sum + part.seconds, 0);
  const passedSeconds = Math.max(0, Math.min(untilMs, nowMs) - fromMs) / 1000;
  const peaks = parts.flatMap(({ peak }) => (peak === null ? [] : [peak]));
  const uniques = parts.flatMap((part) => part.uniques ?? []);
  return {
    seconds: round(seconds),
    averageListeners: passedSeconds === 0 ? 0 : round(seconds / passedSeconds),
    peakListeners: peaks.length === 0 ? null : Math.max(...peaks),
    sessions: parts.reduce((sum, part) => sum + part.sessions, 0),
    lostSessions: parts.reduce((sum, part) => sum + part.lost, 0),
    uniques:
      uniques.length === 0
        ? null
        : {
            average: round(uniques.reduce((sum, count) => sum + count, 0) / uniques.length),
            highest: Math.max(...uniques),
          },
  };
}

/** To a tenth. */
function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Puts each part into its step. @param positionOf what steps and parts are ordered by */
export function groupBySteps<Part>(
  parts: readonly Part[],
  steps: readonly Step[],
  isWithin: (part: Part, step: Step) => boolean,
): readonly (readonly Part[])[] {
  let next = 0;
  return steps.map((step) => {
    const begin = next;
    for (let part = parts[next]; part !== undefined && isWithin(part, step); part = parts[next])
      next += 1;
    return parts.slice(begin, next);
  });
}

/**
 * What listeners did during each show, by name. A play belongs to the show in which it begins.
 * @param parts what was on, in order
 */
export function sumShows(
  parts: readonly ShowPart[],
  {
    momentsMs,
    sums,
  }: { readonly momentsMs: readonly number[]; readonly sums: readonly BucketSums[] },
): readonly ListenedShow[] {
  const buckets = new Map(sums.map(({ bucket, ...audience }) => [momentsMs[bucket], audience]));
  const shows = Map.groupBy(parts, ({ show }) => show.id);
  return [...shows].map(([id, ofShow]) => {
    const audiences = ofShow.flatMap(({ fromMs }) => buckets.get(fromMs) ?? []);
    const total = (field: keyof (typeof audiences)[number]) =>
      audiences.reduce((sum, audience) => sum + audience[field], 0);
    const lengthMs = ofShow.reduce((sum, { fromMs, untilMs }) => sum + untilMs - fromMs, 0);
    const seconds = total("seconds");
    return {
      id,
      name: ofShow[0]?.show.name ?? "",
      broadcasts: new Set(ofShow.map(({ startsAt }) => startsAt)).size,
      averageListeners: lengthMs === 0 ? 0 : round((seconds * 1000) / lengthMs),
      plays: total("plays"),
      seconds: round(seconds),
      atStart: total("atStart"),
      joined: total("joined"),
      left: total("left"),
      leftEarly: total("leftEarly"),
    };
  });
}

/** A part of a show's broadcast that was on. */
export interface ShowPart {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly startsAt: string;
  readonly show: { readonly id: string; readonly name: string };
}
