import { findPlayReason } from "../../../programme/plan-item-store.ts";
import { toChannel, toSpeaker, type BotCommand } from "../command.ts";
import { cutName } from "../line-rules.ts";

export const why: BotCommand = {
  name: "why",
  usage: "",
  help: "Says why the current track is on air.",
  access: "public",
  isReading: true,
  limit: { burst: 2, everySeconds: 15 },
  run: async ({ parts: { database, link } }) => {
    const { status } = link;
    if (status === null) return toSpeaker("The bot doesn't know what is on air right now");
    const { now } = status;
    if (now === null || now.kind === "live") return toChannel("No track of the library is on air");
    const reason = await findPlayReason(database.connection, now.playId);
    // A request in a slot of a clock has its own reason.
    if (reason !== null) return toChannel(reason.sentence);
    if (now.requestedBy !== null) return toChannel(`${cutName(now.requestedBy)} requested it`);
    if (now.entryId !== null) return toChannel("It was in the queue");
    return toChannel("It was drawn from the library: no plan chose it");
  },
};
