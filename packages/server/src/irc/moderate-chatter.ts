import { foldName } from "../chat/chat-rules.ts";
import {
  kickFromChannel,
  restrictInChannel,
  type ModerateParts,
} from "../chat/moderate-actions.ts";
import { liftSanction } from "../chat/sanction-actions.ts";
import { isAgainst } from "../chat/sanction-rules.ts";
import type { ModerationOrder, ModerationOutcome } from "./bot/bot-parts.ts";

/** Carries out a moderator's bot command. */
export async function moderateChatter(
  parts: ModerateParts,
  { act, name, minutes, reason, by: who }: ModerationOrder,
): Promise<ModerationOutcome> {
  if (act === "unmute") return await unmute(parts, { name, who });
  if (act === "kick") return await kickFromChannel(parts, { username: name, reason, who });
  const chatter = parts.chatNames.find(name);
  const restriction = chatter === null ? null : parts.sanctions.restrictionOf(chatter.visitor);
  if (restriction?.kind === act && restriction.until === null) return { kind: "unchanged" };
  const order = { username: name, kind: act, minutes, reason, who };
  const outcome = await restrictInChannel(parts, order);
  return outcome.kind === "done" ? { kind: "done" } : outcome;
}

async function unmute(
  parts: ModerateParts,
  { name, who }: { readonly name: string; readonly who: ModerationOrder["by"] },
): Promise<ModerationOutcome> {
  const chatter = parts.chatNames.find(name);
  const mutes = parts.sanctions
    .list()
    .filter(
      (sanction) =>
        sanction.kind === "mute" &&
        (foldName(sanction.username) === foldName(name) ||
          (chatter !== null && isAgainst(sanction, chatter.visitor))),
    );
  for (const { id } of mutes) await liftSanction(parts, { id, who });
  if (mutes.length > 0) return { kind: "done" };
  const isThere = chatter !== null || parts.irc.moderation.find(name) !== null;
  return { kind: isThere ? "unchanged" : "not-there" };
}
