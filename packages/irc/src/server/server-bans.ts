import { matchesMask } from "../protocol/names.ts";
import { cloakAddress } from "./cloak.ts";
import { serverCasemapping } from "./isupport-tokens.ts";
import type { ServerBan } from "./server-options.ts";
import type { ServerState } from "./server-state.ts";
import type { User } from "./users-and-channels.ts";

/** The bans in force; expired ones are deleted first. */
export function activeBans({ bans, options }: ServerState): readonly ServerBan[] {
  const nowMs = options.nowMs();
  for (const { mask, untilMs } of bans.values())
    if (untilMs !== undefined && untilMs <= nowMs) bans.delete(mask);
  return bans.values();
}

/** The ban that applies to a client, if any. Accounts that keep the owner's channels and operators are exempt. */
export function banOf(server: ServerState, user: User): ServerBan | undefined {
  const { address, username, host, keepsChannels, isOperator } = user;
  if (address === undefined || keepsChannels || isOperator) return undefined;
  const names = [`${username}@${host}`, `${username}@${address}`];
  return activeBans(server).find(({ mask }) => names.some((name) => isMatch(mask, name)));
}

/** Turns an operator's input into `user@host`: accepts that, a host, either with a nick before it, or a user's nick. */
export function toServerMask(server: ServerState, written: string): string | undefined {
  const mask = written.slice(written.indexOf("!") + 1);
  if (/^:|\s/.test(mask)) return undefined;
  if (mask.includes("@")) return mask;
  const user = server.users.get(mask);
  if (user !== undefined) return `*@${user.address ?? user.host}`;
  return /[.:]/.test(mask) ? `*@${mask}` : undefined;
}

/** Whether a mask covers unrelated clients. */
export function isForEverybody(mask: string): boolean {
  return strangers.some((pair) => pair.every((name) => isMatch(mask, name)));
}

/** Two hosts of each kind with nothing in common but the kind. */
const strangers: readonly (readonly string[])[] = [
  ["~a@1.1.1.1", "~2@33.33.33.33"],
  ["~a@1:1::1", "~2@33:33::33"],
  [`~a@${cloakAddress("1.1.1.1", "one")}`, `~2@${cloakAddress("33.33.33.33", "another")}`],
];

function isMatch(mask: string, name: string): boolean {
  return matchesMask(mask, name, serverCasemapping);
}
