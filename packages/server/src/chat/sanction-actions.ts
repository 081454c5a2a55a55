import type { ChatSanction } from "@neonrelay/contract";
import { randomUUID } from "node:crypto";
import type { SystemLog } from "../logs/system-log.ts";
import { actorName, type Actor } from "../logs/system-log-rules.ts";
import type { StationEvents } from "../events/station-events.ts";
import type { Chatter } from "../identity/visitor.ts";
import type { ChatNames } from "./chat-names.ts";
import {
  KICK_MS,
  tellingNetwork,
  toChatSanction,
  type StoredKick,
  type StoredSanction,
} from "./sanction-rules.ts";
import type { Sanctions } from "./sanctions.ts";

export interface SanctionParts {
  readonly events: StationEvents;
  readonly chatNames: ChatNames;
  readonly sanctions: Sanctions;
  readonly systemLog: Pick<SystemLog, "recordOperatorAction">;
}

export interface SanctionOrder {
  /** The name of someone who chatted from the web within the last hour. */
  readonly username: string;
  readonly reason: string;
  readonly who: Actor;
}

/** @returns false when no web chatter has that name */
export async function kickChatter(
  parts: SanctionParts,
  { username, reason, who }: SanctionOrder,
): Promise<boolean> {
  const chatter = parts.chatNames.find(username);
  if (chatter === null) return false;
  const createdAt = new Date();
  const kick: StoredKick = {
    ...personOf(chatter),
    id: randomUUID(),
    kind: "kick",
    username: chatter.name,
    reason,
    by: actorName(who),
    until: new Date(createdAt.getTime() + KICK_MS),
    createdAt,
    ircMask: null,
  };
  const stored = parts.sanctions.kick(kick);
  parts.events.publish({ type: "chat.sanctioned", chatter, restriction: kick });
  parts.chatNames.expel(chatter.name);
  const action = `kicked ${chatter.name} from the chat`;
  parts.systemLog.recordOperatorAction({ who, action, details: { reason } });
  await stored;
  return true;
}

/** @returns null when no web chatter has that name */
export async function sanctionChatter(
  parts: SanctionParts,
  {
    username,
    reason,
    who,
    kind,
    minutes,
    ircMask,
  }: SanctionOrder & {
    readonly kind: ChatSanction["kind"];
    /** null: until it is lifted. */
    readonly minutes: number | null;
    readonly ircMask: string | null;
  },
): Promise<ChatSanction | null> {
  const chatter = parts.chatNames.find(username);
  if (chatter === null) return null;
  const createdAt = new Date();
  const sanction: StoredSanction = {
    ...personOf(chatter),
    id: randomUUID(),
    kind,
    username: chatter.name,
    reason,
    by: actorName(who),
    until: minutes === null ? null : new Date(createdAt.getTime() + minutes * 60_000),
    createdAt,
    ircMask,
  };
  await parts.sanctions.add(sanction);
  parts.events.publish({ type: "chat.sanctioned", chatter, restriction: sanction });
  if (kind === "ban") parts.chatNames.expel(chatter.name);
  const action = `${kind === "ban" ? "banned" : "muted"} ${chatter.name} in the chat`;
  parts.systemLog.recordOperatorAction({ who, action, details: { reason, minutes } });
  return toChatSanction(sanction);
}

/** `EndedMasks` removes its entry from the channel's IRC list. @returns false when there is no such sanction */
export async function liftSanction(
  parts: SanctionParts,
  { id, who }: { readonly id: string; readonly who: Actor },
): Promise<boolean> {
  const sanction = await parts.sanctions.end(id);
  if (sanction === null) return false;
  parts.events.publish({ type: "chat.sanction-lifted", username: sanction.username });
  const action = `lifted the ${sanction.kind} of ${sanction.username} in the chat`;
  parts.systemLog.recordOperatorAction({ who, action, details: null });
  return true;
}

function personOf({ visitor }: Chatter) {
  return {
    visitorKey: visitor.key,
    browserKey: visitor.browserKey,
    network: tellingNetwork(visitor.network),
  };
}
