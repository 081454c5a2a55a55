import { actorOf } from "./access-rules.ts";
import type { ModerationOrder } from "./bot-parts.ts";
import { toChannel, toSpeaker, usageOf, type BotCommand } from "./command.ts";
import { cutName } from "./line-rules.ts";
import { readModeration } from "./moderation-rules.ts";

/** A command that acts on someone in the channel. @param done follows the name in the reply once it is done */
export function moderationCommand({
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
