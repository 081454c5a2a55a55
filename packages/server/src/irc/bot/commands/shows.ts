import { MAX_SCHEDULE_DAYS } from "@neonrelay/contract";
import { foldText } from "../../../library/track-rules.ts";
import {
  type BotCommand,
  type BotReply,
  type CommandCall,
  toChannel,
  toSpeaker,
} from "../command.ts";
import {
  asShow,
  nameShow,
  type ShowDate,
  wordDay,
  wordNext,
  wordNow,
  wordOffset,
  wordText,
} from "../show-words.ts";
import { toListLine } from "../line-rules.ts";

const MAX_SHOWN = 5;
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
const AHEAD_MS = MAX_SCHEDULE_DAYS * 24 * 60 * 60 * 1000;

export const show: BotCommand = {
  name: "show",
  usage: "[<name>]",
  help: "Says which show is on and until when, or when the one you name is on next and what it is about.",
  access: "public",
  isReading: true,
  limit: { burst: 2, everySeconds: 15 },
  run: async (call) => (call.argument === "" ? replyNow(call) : replyShow(call)),
};

function replyNow({ parts: { schedule, nowMs } }: CommandCall): readonly BotReply[] {
  const said = { timeZone: schedule.timeZone, nowMs: nowMs() };
  const onNow = schedule.onNow(said.nowMs);
  const now = asShow(onNow.now);
  const next = wordNext(onNow, said);
  const isOn = now === null ? "No show is on" : `On now: ${wordNow(now, said)}`;
  return toChannel(next === "" ? isOn : `${isOn}; ${next}`);
}

function replyShow({ argument, parts: { schedule, nowMs } }: CommandCall): readonly BotReply[] {
  const said = { timeZone: schedule.timeZone, nowMs: nowMs() };
  const shows = [...schedule.contents.shows.values()];
  const wanted = foldText(argument);
  const found =
    shows.find(({ name }) => foldText(name) === wanted) ??
    shows.find(({ name }) => foldText(name).includes(wanted));
  if (found === undefined)
    return toSpeaker("No show has that name; .schedule lists the coming ones");
  const span = { fromMs: said.nowMs, untilMs: said.nowMs + AHEAD_MS };
  const date = schedule
    .occurrences(span)
    .find((occurrence) => occurrence.show?.id === found.id && occurrence.covered !== "whole");
  const named = nameShow({ name: found.name, hosts: found.hosts.map(({ name }) => name) });
  const text = wordText(found.text);
  const about = text === "" ? "" : `: ${text}`;
  if (date === undefined) return toChannel(`${named}, no date planned${about}`);
  const isOn = Date.parse(date.startsAt) <= said.nowMs;
  const when = isOn
    ? "on now"
    : `next ${wordDay(date.startsAt, said)} ${wordOffset(date.startsAt, said.timeZone)}`;
  return toChannel(`${named}, ${when}${about}`);
}

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
      .occurrences({ fromMs: now, untilMs: now + WEEK_MS })
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
