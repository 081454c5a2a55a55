import { foldName } from "../chat/chat-rules.ts";
import {
  kickChatter,
  liftSanction,
  sanctionChatter,
  type SanctionParts,
} from "../chat/sanction-actions.ts";
import { isAgainst } from "../chat/sanction-rules.ts";
import type { ModerationOrder, ModerationOutcome } from "./bot/bot-parts.ts";

/** Does what a moderator tells the bot about somebody who chats from the web. */
export async function moderateChatter(
  parts: SanctionParts,
  { act, name, minutes, reason, by: who }: ModerationOrder,
): Promise<ModerationOutcome> {
  const chatter = parts.chatNames.find(name);
  if (act === "unmute") {
    const mutes = parts.sanctions
      .list()
      .filter(
        (sanction) =>
          sanction.kind === "mute" &&
          (foldName(sanction.username) === foldName(name) ||
            (chatter !== null && isAgainst(sanction, chatter.visitor))),
      );
    for (const { id } of mutes) await liftSanction(parts, { id, who });
    if (mutes.length > 0) return "done";
    return chatter === null ? "nobody" : "unchanged";
  }
  if (chatter === null) return "nobody";
  if (act === "kick") {
    kickChatter(parts, { username: name, reason, who });
    return "done";
  }
  const restriction = parts.sanctions.restrictionOf(chatter.visitor);
  if (restriction?.kind === act && restriction.until === null) return "unchanged";
  await sanctionChatter(parts, { username: name, kind: act, minutes, reason, who, ircMask: null });
  return "done";
}
