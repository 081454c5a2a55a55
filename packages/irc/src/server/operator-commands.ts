import { askWithin } from "./ask-within.ts";
import type { CommandContext, CommandTable } from "./command.ts";
import { fromServer, fromUser, sendError, sendNumeric } from "./delivery.ts";
import { ERR, RPL } from "./numerics.ts";
import { plainLoginWords } from "./sasl-commands.ts";
import { notifyOwner } from "./server-ban-commands.ts";
import type { LoginOutcome } from "./server-options.ts";
import { leaveServer } from "./user-lifecycle.ts";

/** OPER and the commands only server operators may use. */
export const operatorCommands: CommandTable = {
  OPER: { when: "registered", minParams: 2, run: oper },
  KILL: { when: "registered", minParams: 1, run: kill },
  REHASH: { when: "registered", minParams: 0, run: rehash },
};

/** Needs the name and password of an account with operator permission, which may differ from the one logged in. */
function oper(context: CommandContext): void | Promise<() => void> {
  const { server, user, message } = context;
  const { authenticate, limits, reportError } = server.options;
  const [account = "", password = ""] = message.params;
  if (authenticate === undefined || user.isVirtual) {
    sendError(server, user, ERR.NOOPERHOST);
    return undefined;
  }
  if (!user.mayLogIn) {
    sendError(server, user, { ...ERR.NOOPERHOST, text: plainLoginWords(server) });
    return undefined;
  }
  return askWithin(limits.answerWithinMs, (signal) =>
    authenticate({ account, password, address: user.address ?? "", signal }),
  ).then((asked) => () => {
    if (asked.kind === "answered") finish(context, asked.answer);
    else {
      reportError(asked.error, "asking for an account");
      sendError(server, user, ERR.NOOPERHOST);
    }
  });
}

function finish(context: CommandContext, outcome: LoginOutcome): void {
  const { server, user } = context;
  if (outcome.kind === "refused") {
    const { handshake } = user.link;
    handshake.saslFailures += 1;
    sendError(server, user, ERR.PASSWDMISMATCH);
    if (handshake.saslFailures >= server.options.limits.saslAttempts)
      leaveServer(server, user, "Too many failed logins");
    return;
  }
  if (!outcome.mayOperate) {
    sendError(server, user, ERR.NOOPERHOST);
    return;
  }
  const wasOperator = user.isOperator;
  user.isOperator = true;
  user.operatorAccountId = outcome.accountId;
  sendNumeric(server, user, RPL.YOUREOPER, ["You are now an IRC operator"]);
  if (wasOperator) return;
  user.link.send(fromServer(server, "MODE", [user.nick, "+o"]));
  notifyOwner(context, { kind: "rank" });
}

function kill(context: CommandContext): void {
  const { server, user, message } = context;
  const [nick = "", reason = "No reason given"] = message.params;
  if (!user.isOperator) {
    sendError(server, user, ERR.NOPRIVILEGES);
    return;
  }
  const victim = server.users.get(nick);
  if (victim === undefined) {
    sendError(server, user, ERR.NOSUCHNICK, [nick]);
    return;
  }
  notifyOwner(context, { kind: "kill", nick: victim.nick, reason });
  victim.link.send(fromUser(server, user, "KILL", [victim.nick, reason]));
  leaveServer(server, victim, `Killed (${user.nick} (${reason}))`);
}

/** Reloads the certificate, if there is one. */
function rehash(context: CommandContext): void | Promise<() => void> {
  const { server, user } = context;
  const { limits, rehash: reread, reportError } = server.options;
  if (!user.isOperator) {
    sendError(server, user, ERR.NOPRIVILEGES);
    return undefined;
  }
  notifyOwner(context, { kind: "reread" });
  sendNumeric(server, user, RPL.REHASHING, ["certificate", "Rehashing"]);
  if (reread === undefined) return undefined;
  return askWithin(limits.answerWithinMs, reread).then((asked) => () => {
    if (asked.kind === "failed") reportError(asked.error, "reloading the certificate");
    const failure = asked.kind === "failed" ? "The command failed" : asked.answer;
    if (failure !== null) user.link.send(fromServer(server, "NOTICE", [user.nick, failure]));
  });
}
