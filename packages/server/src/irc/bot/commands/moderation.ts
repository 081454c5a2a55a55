import { actorOf } from "../access-rules.ts";
import type { ModerationOrder } from "../bot-parts.ts";
import { type BotCommand, toChannel, toSpeaker, usageOf } from "../command.ts";
import { cutName } from "../line-rules.ts";

export const mute = moderationCommand({
  act: "mute",
  usage: "<name> [10m|2h|1d] [<reason>]",
  help: "Mutes someone, for a time or until .unmute.",
  done: "is muted",
  unchanged: "is already muted",
});

export const unmute = moderationCommand({
  act: "unmute",
  usage: "<name>",
  help: "Unmutes someone.",
  done: "is unmuted",
  unchanged: "is not muted",
});

export const kick = moderationCommand({
  act: "kick",
  usage: "<name> [<reason>]",
  help: "Kicks someone from the channel.",
  done: "was kicked from the channel",
  unchanged: "is not in the channel",
});

export const ban = moderationCommand({
  act: "ban",
  usage: "<name> [10m|2h|1d] [<reason>]",
  help: "Bans someone from the channel, for a time or until a moderator lifts the ban.",
  done: "is banned",
  unchanged: "is already banned",
});

/** A command that acts on someone in the channel. @param done follows the name in the reply once it is done */
function moderationCommand({
  act,
  usage,
  help,
  done,
  unchanged,
}: {
  readonly act: ModerationOrder["act"];
  readonly usage: string;
  readonly help: string;
  readonly done: string;
  readonly unchanged: string;
}): BotCommand {
  return {
    name: act,
    usage,
    help,
    access: "moderation",
    isReading: false,
    limit: { burst: 5, everySeconds: 5 },
    run: async ({ argument, speaker, caller, parts }) => {
      const wanted = readModeration(argument);
      if (wanted === null) return toSpeaker(`Who? Use ${usageOf({ name: act, usage })}`);
      const by = actorOf({ speaker, caller });
      const outcome = await parts.moderate({ act, ...wanted, by });
      switch (outcome.kind) {
        case "done":
          return toChannel(`${cutName(wanted.name)} ${done}`);
        case "unchanged":
          return toSpeaker(`${cutName(wanted.name)} ${unchanged}`);
        case "not-there":
          return toSpeaker("No one in the channel has that name");
        case "refused":
          return toSpeaker(`Not possible on IRC: ${outcome.reason}`);
        default:
          return outcome satisfies never;
      }
    },
  };
}

/** Parses the argument of a moderation command: '<name> [10m|2h|1d] [reason]'. */
interface ModerationArguments {
  readonly name: string;
  /** null: none was given. */
  readonly minutes: number | null;
  /** '' when none was given. */
  readonly reason: string;
}

const minutesOf: Readonly<Record<string, number>> = { m: 1, h: 60, d: 24 * 60 };
/** A year, the station's maximum. */
const MAX_MINUTES = 365 * 24 * 60;
const MAX_REASON = 200;

/** @returns null when no name was given */
export function readModeration(argument: string): ModerationArguments | null {
  const [name = "", ...rest] = argument.split(" ");
  if (name === "") return null;
  const minutes = readMinutes(rest[0] ?? "");
  const reason = (minutes === null ? rest : rest.slice(1)).join(" ").slice(0, MAX_REASON);
  return { name, minutes, reason: reason.toWellFormed().trim() };
}

function readMinutes(word: string): number | null {
  const [, count = "", unit = ""] = /^(\d{1,6})([mhd])$/i.exec(word) ?? [];
  const minutes = Number(count) * (minutesOf[unit.toLowerCase()] ?? 0);
  return minutes === 0 ? null : Math.min(minutes, MAX_MINUTES);
}
