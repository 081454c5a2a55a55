import type { ChatSanction } from "@neonrelay/contract";
import { randomUUID } from "node:crypto";
import { actorName } from "../logs/system-log-rules.ts";
import type { ChannelGuest, ChatChannel } from "./chat-channel.ts";
import { foldName } from "./chat-rules.ts";
import {
  kickChatter,
  sanctionChatter,
  type SanctionOrder,
  type SanctionParts,
} from "./sanction-actions.ts";
import { describeRestriction, toChatSanction, type StoredSanction } from "./sanction-rules.ts";

export interface ModerateParts extends SanctionParts {
  readonly irc: Pick<ChatChannel, "moderation">;
}

type NotDone =
  /** Nobody in the channel has that name. */
  | { readonly kind: "not-there" }
  /** IRC did not let the bot do it; the reason is for people. */
  | { readonly kind: "refused"; readonly reason: string };

type KickOutcome = NotDone | { readonly kind: "done" };
type RestrictOutcome =
  | NotDone
  | { readonly kind: "done"; readonly sanction: ChatSanction }
  /** Already in force until lifted. */
  | { readonly kind: "unchanged" };

/** Removes someone from the channel, wherever they chat from. */
export async function kickFromChannel(
  parts: ModerateParts,
  order: SanctionOrder,
): Promise<KickOutcome> {
  const guest = findGuest(parts, order.username);
  if (guest === null) return { kind: (await kickChatter(parts, order)) ? "done" : "not-there" };
  const { reason, who } = order;
  const kick = { kind: "kick", by: actorName(who), reason, until: null } as const;
  const words = describeRestriction(kick).error;
  const outcome = await parts.irc.moderation.kick({ guest, words });
  if (outcome.kind === "done")
    parts.systemLog.recordOperatorAction({
      who,
      action: `kicked ${guest.nick} from the chat`,
      details: { reason },
    });
  return outcome;
}

/** Mutes or bans someone, wherever they chat from. */
export async function restrictInChannel(
  parts: ModerateParts,
  order: SanctionOrder & {
    readonly kind: ChatSanction["kind"];
    /** null: until it is lifted. */
    readonly minutes: number | null;
  },
): Promise<RestrictOutcome> {
  const guest = findGuest(parts, order.username);
  if (guest !== null) return await restrictGuest(parts, guest, order);
  const sanction = await sanctionChatter(parts, { ...order, ircMask: null });
  return sanction === null ? { kind: "not-there" } : { kind: "done", sanction };
}

async function restrictGuest(
  parts: ModerateParts,
  guest: ChannelGuest,
  {
    kind,
    minutes,
    reason,
    who,
  }: Pick<Parameters<typeof restrictInChannel>[1], "kind" | "minutes" | "reason" | "who">,
): Promise<RestrictOutcome> {
  const sanctions = parts.sanctions.list().filter((one) => one.kind === kind);
  const isSo = sanctions.some((one) => one.until === null && one.visitorKey === guest.visitorKey);
  if (isSo) return { kind: "unchanged" };
  const createdAt = new Date();
  const until = minutes === null ? null : new Date(createdAt.getTime() + minutes * 60_000);
  const restriction = { kind, by: actorName(who), reason, until };
  const words = describeRestriction(restriction).error;
  const outcome = await parts.irc.moderation.restrict({ guest, kind, words });
  if (outcome.kind !== "set") return outcome.kind === "done" ? { kind: "unchanged" } : outcome;
  const { ircMask, isNew } = outcome;
  const { nick: username, visitorKey, network } = guest;
  const person = { username, visitorKey, browserKey: visitorKey, network };
  const sanction: StoredSanction = {
    ...restriction,
    ...person,
    id: randomUUID(),
    createdAt,
    ircMask,
  };
  try {
    await parts.sanctions.add(sanction);
    // Replaces those against the same person.
    for (const former of sanctions)
      if (former.ircMask === ircMask && former.visitorKey === visitorKey)
        await parts.sanctions.forget(former.id);
  } catch (error) {
    // Unless it is stored, it could not be lifted later.
    if (isNew) parts.irc.moderation.lift(ircMask);
    throw error;
  }
  const action = `${kind === "ban" ? "banned" : "muted"} ${username} in the chat`;
  parts.systemLog.recordOperatorAction({ who, action, details: { reason, minutes } });
  return { kind: "done", sanction: toChatSanction(sanction) };
}

/** The IRC user with that name, unless a browser is using it. */
function findGuest({ chatNames, irc }: ModerateParts, name: string): ChannelGuest | null {
  const folded = foldName(name);
  const isInBrowser = chatNames.present().some((one) => foldName(one.name) === folded);
  return isInBrowser ? null : irc.moderation.find(name);
}
