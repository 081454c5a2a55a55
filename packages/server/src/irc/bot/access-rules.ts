import type { StationPolicy } from "@neonrelay/contract";
import {
  type Caller,
  decideAccess,
  inMaintenance,
  isOperator,
  offForVisitors,
} from "../../identity/rights-rules.ts";
import type { Actor } from "../../logs/system-log-rules.ts";
import type { BotCommand, Speaker } from "./command.ts";

/** @returns why the speaker may not use a command, as a sentence; null when they may */
export function findRefusal({
  command,
  speaker,
  caller,
  policy,
}: {
  readonly command: Pick<BotCommand, "access" | "isReading">;
  readonly speaker: Pick<Speaker, "isChannelOperator">;
  readonly caller: Caller;
  readonly policy: StationPolicy;
}): string | null {
  if (!mayUse({ command, speaker, caller, policy }))
    return command.access === "moderation"
      ? "Only moderators and channel operators can do this"
      : offForVisitors;
  // Moderation always works.
  const isHeldUp = policy.maintenanceMode && !command.isReading && command.access !== "moderation";
  return isHeldUp && !isOperator(caller) ? inMaintenance.error : null;
}

/** Channel operators have this only on the station's own server: elsewhere anyone could have made them operators. */
export function maySkipAtOnce({
  speaker,
  caller,
  policy,
}: {
  readonly speaker: Pick<Speaker, "isChannelOperator" | "isEmbeddedServer">;
  readonly caller: Caller;
  readonly policy: StationPolicy;
}): boolean {
  if (speaker.isChannelOperator && speaker.isEmbeddedServer) return true;
  return decideAccess({ caller, access: "station_control", policy }) === "allowed";
}

/** Who is recorded as having done something: the account if there is one. */
export function actorOf({
  speaker,
  caller,
}: {
  readonly speaker: Pick<Speaker, "nick">;
  readonly caller: Caller;
}): Actor {
  return caller.kind === "guest" ? { kind: "channel-operator", nick: speaker.nick } : caller;
}

function mayUse({ command, speaker, caller, policy }: Parameters<typeof findRefusal>[0]): boolean {
  const isAllowed = (access: "request" | "chat_moderation"): boolean =>
    decideAccess({ caller, access, policy }) === "allowed";
  switch (command.access) {
    case "public":
      return true;
    case "request":
      return isAllowed("request");
    case "moderation":
      return speaker.isChannelOperator || isAllowed("chat_moderation");
    default:
      return command.access satisfies never;
  }
}
