import { askWithin } from "./ask-within.ts";
import type { CommandContext, CommandTable } from "./command.ts";
import { fromServer, sendError, sendNumeric } from "./delivery.ts";
import { logIn } from "./logins.ts";
import { ERR, RPL } from "./numerics.ts";
import type { ServerState } from "./server-state.ts";
import type { LoginOutcome } from "./server-options.ts";
import { leaveServer } from "./user-lifecycle.ts";

/** Account login: SASL PLAIN, RFC 4616 over IRCv3 sasl-3.1. */
export const saslCommands: CommandTable = {
  AUTHENTICATE: { when: "always", minParams: 1, run: authenticate },
};

/** A chunk of this length is followed by another. */
const pieceBytes = 400;
const answerBytes = 1200;

function authenticate(context: CommandContext): void | Promise<() => void> {
  const { server, user, message } = context;
  const { handshake } = user.link;
  const piece = message.params[0] ?? "";
  if (server.options.authenticate === undefined || user.isVirtual) {
    sendError(server, user, ERR.SASLFAIL);
    return undefined;
  }
  if (!user.mayLogIn) {
    handshake.saslAnswer = undefined;
    sendError(server, user, { ...ERR.SASLFAIL, text: plainLoginWords(server) });
    return undefined;
  }
  if (user.account !== undefined) {
    sendError(server, user, ERR.SASLALREADY);
    return undefined;
  }
  if (handshake.saslAnswer === undefined) {
    if (piece.toUpperCase() === "PLAIN") {
      handshake.saslAnswer = "";
      user.link.send(fromServer(server, "AUTHENTICATE", ["+"]));
    } else if (piece === "*") sendError(server, user, ERR.SASLABORTED);
    else {
      sendNumeric(server, user, RPL.SASLMECHS, ["PLAIN", "are available SASL mechanisms"]);
      sendError(server, user, ERR.SASLFAIL);
    }
    return undefined;
  }
  if (piece === "*") {
    handshake.saslAnswer = undefined;
    sendError(server, user, ERR.SASLABORTED);
    return undefined;
  }
  const answer = handshake.saslAnswer + (piece === "+" ? "" : piece);
  if (piece.length > pieceBytes || answer.length > answerBytes) {
    handshake.saslAnswer = undefined;
    sendError(server, user, ERR.SASLTOOLONG);
    return undefined;
  }
  handshake.saslAnswer = piece.length === pieceBytes ? answer : undefined;
  return piece.length === pieceBytes ? undefined : checkLogin(context, answer);
}

async function checkLogin(context: CommandContext, answer: string): Promise<() => void> {
  const { server, user } = context;
  const { authenticate: ask, limits, reportError } = server.options;
  const login = parsePlain(answer);
  if (login === undefined || ask === undefined)
    return () => finishLogin(context, { kind: "refused" });
  const asked = await askWithin(limits.answerWithinMs, (signal) =>
    ask({ ...login, address: user.address ?? "", signal }),
  );
  if (asked.kind === "answered") return () => finishLogin(context, asked.answer);
  reportError(asked.error, "asking for an account");
  return () => sendError(server, user, ERR.SASLFAIL);
}

function finishLogin({ server, user }: CommandContext, outcome: LoginOutcome): void {
  if (outcome.kind === "refused") {
    user.link.handshake.saslFailures += 1;
    sendError(server, user, ERR.SASLFAIL);
    if (user.link.handshake.saslFailures >= server.options.limits.saslAttempts)
      leaveServer(server, user, "Too many failed logins");
    return;
  }
  logIn(server, user, outcome);
  sendNumeric(server, user, RPL.SASLSUCCESS, ["SASL authentication successful"]);
}

/** Tells the user where login is possible. */
export function plainLoginWords({ tlsPorts }: ServerState): string {
  const [port] = tlsPorts;
  const why = "Passwords are not accepted on an unencrypted connection";
  return port === undefined ? why : `${why}; connect with TLS to port ${port}`;
}

/** Parses `authorization NUL account NUL password` in base64. */
function parsePlain(
  answer: string,
): { readonly account: string; readonly password: string } | undefined {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(answer)) return undefined;
  const parts = Buffer.from(answer, "base64").toString("utf8").split("\0");
  const [authorization, account, password] = parts;
  if (parts.length !== 3 || account === undefined || password === undefined) return undefined;
  if (account === "" || (authorization !== "" && authorization !== account)) return undefined;
  return { account, password };
}
