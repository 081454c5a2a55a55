import { truncateText } from "../protocol/split-text.ts";
import type { CommandContext, CommandTable } from "./command.ts";
import { fromServer, sendError, sendNumeric } from "./delivery.ts";
import { ERR, RPL } from "./numerics.ts";
import { activeBans, banOf, isForEverybody, toServerMask } from "./server-bans.ts";
import type { OperatorDeed, ServerBan } from "./server-options.ts";
import { describePerson } from "./server-state.ts";
import { leaveServer } from "./user-lifecycle.ts";

/** Server-wide bans by server operators. */
export const serverBanCommands: CommandTable = {
  KLINE: { when: "registered", minParams: 1, run: ban },
  UNKLINE: { when: "registered", minParams: 1, run: unban },
  STATS: { when: "registered", minParams: 0, run: reportBans },
};

/** `KLINE [minutes] <mask> [reason]`; without minutes it holds until lifted. */
function ban(context: CommandContext): void {
  const { server, user, message } = context;
  const { nowMs, limits } = server.options;
  const hasMinutes = /^\d{1,7}$/.test(message.params[0] ?? "");
  const minutes = hasMinutes ? Number(message.params[0]) : 0;
  const [written, reason = "No reason given"] = message.params.slice(hasMinutes ? 1 : 0);
  if (!user.isOperator) return sendError(server, user, ERR.NOPRIVILEGES);
  if (written === undefined) return sendError(server, user, ERR.NEEDMOREPARAMS, ["KLINE"]);
  const mask = toServerMask(server, written);
  if (mask === undefined) return sendError(server, user, ERR.NOSUCHNICK, [written]);
  if (isForEverybody(mask)) return answer(context, `${mask} would ban everyone`);
  if (activeBans(server).length >= limits.serverBans && !server.bans.has(mask))
    return answer(context, `The server already has ${limits.serverBans} bans; lift one first`);
  const set: ServerBan = {
    mask,
    reason: truncateText(reason, limits.kickBytes),
    setBy: user.nick,
    setAtMs: nowMs(),
    untilMs: minutes === 0 ? undefined : nowMs() + minutes * 60_000,
  };
  server.bans.set(mask, set);
  const ended = endBanned(context);
  const until = minutes === 0 ? "until it is lifted" : `for ${minutes} min`;
  answer(context, `${mask} is banned ${until}; connections closed: ${ended}`);
  notifyOwner(context, { kind: "ban", mask, reason: set.reason, minutes });
}

function unban(context: CommandContext): void {
  const { server, user, message } = context;
  const [written = ""] = message.params;
  if (!user.isOperator) return sendError(server, user, ERR.NOPRIVILEGES);
  const mask = toServerMask(server, written) ?? written;
  if (!server.bans.delete(mask)) return answer(context, `No ban matches ${mask}`);
  answer(context, `${mask} is no longer banned`);
  notifyOwner(context, { kind: "unban", mask });
}

/** STATS k lists the bans; there are no other statistics. */
function reportBans({ server, user, message }: CommandContext): void {
  const [query = "*"] = message.params;
  if (query.toLowerCase() === "k") {
    if (!user.isOperator) return sendError(server, user, ERR.NOPRIVILEGES);
    for (const { mask, reason, setBy, untilMs } of activeBans(server)) {
      const until = untilMs === undefined ? "" : ` until ${new Date(untilMs).toUTCString()}`;
      const words = `${reason} (${setBy}${until})`;
      sendNumeric(server, user, RPL.STATSKLINE, ["K", mask, "*", "*", words]);
    }
  }
  sendNumeric(server, user, RPL.ENDOFSTATS, [query, "End of /STATS report"]);
}

/** @returns how many clients were disconnected */
function endBanned({ server }: CommandContext): number {
  let ended = 0;
  for (const client of server.users.values()) {
    const found = banOf(server, client);
    if (found === undefined) continue;
    ended += 1;
    leaveServer(server, client, `Banned: ${found.reason}`);
  }
  return ended;
}

function answer({ server, user }: CommandContext, words: string): void {
  user.link.send(fromServer(server, "NOTICE", [user.nick, words]));
}

/** Reports an operator's action to the owner. */
export function notifyOwner({ server, user }: CommandContext, deed: OperatorDeed): void {
  const who = { ...describePerson(user), accountId: user.operatorAccountId };
  server.options.observe({ type: "operated", who, deed });
}
