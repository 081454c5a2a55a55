import { toChannel, type BotCommand } from "../command.ts";
import { toListLine } from "../line-rules.ts";
import { asShow, nameShow, wordDay, wordOffset, type ShowDate } from "../show-words.ts";

const MAX_SHOWN = 5;
const AHEAD_MS = 7 * 24 * 60 * 60 * 1000;

export const schedule: BotCommand = {
  name: "schedule",
  usage: "",
  help: "Lists the shows of the coming week, in the station's time zone.",
  access: "public",
  isReading: true,
  limit: { burst: 2, everySeconds: 15 },
  run: async ({ parts: { schedule: planned, nowMs } }) => {
    const { timeZone } = planned;
    const now = nowMs();
    const coming = planned
      .occurrences({ fromMs: now, untilMs: now + AHEAD_MS })
      .flatMap((occurrence) => asShow(occurrence) ?? []);
    const shows = coming.filter(({ covered }) => covered !== "whole");
    if (shows.length === 0) return toChannel("No show is scheduled in the coming week");
    const word = ({ startsAt, show }: ShowDate): string =>
      Date.parse(startsAt) <= now
        ? `${nameShow(show)} now`
        : `${nameShow(show)} ${wordDay(startsAt, { timeZone, nowMs: now })}`;
    const offset = wordOffset(new Date(now).toISOString(), timeZone);
    return toChannel(
      toListLine(`Shows, in the time of ${timeZone} (${offset}):`, {
        items: shows.slice(0, MAX_SHOWN).map(word),
        total: shows.length,
      }),
    );
  },
};
