import { truncateText } from "../protocol/split-text.ts";
import { type Capability, listCapabilities, requestCapabilities } from "./capabilities.ts";
import { type CommandContext, type CommandTable, takeThrottle } from "./command.ts";
import { fromServer, sendError } from "./delivery.ts";
import { ERR } from "./numerics.ts";
import type { ServerState } from "./server-state.ts";
import { leaveServer, refuseNick, refuseReservedNick, renameUser } from "./user-lifecycle.ts";
import type { User } from "./users-and-channels.ts";
import { completeRegistration } from "./welcome.ts";

/** Commands that identify, register and end a connection. */
export const registrationCommands: CommandTable = {
  CAP: { when: "always", minParams: 1, run: negotiate },
  PASS: { when: "registering", minParams: 1, run: givePassword },
  NICK: { when: "always", minParams: 0, run: chooseNick },
  USER: { when: "registering", minParams: 4, run: introduce },
  PING: { when: "always", minParams: 0, run: answerPing },
  PONG: { when: "always", minParams: 0, run: () => {} },
  QUIT: {
    when: "always",
    minParams: 0,
    // "Quit:" keeps a reason from looking like a netsplit or a ban.
    run: ({ server, user, message }) =>
      leaveServer(server, user, `Quit: ${message.params[0] ?? user.nick}`),
  },
};

function negotiate({ server, user, message }: CommandContext): void {
  const { link } = user;
  const [subcommand = "", value = ""] = message.params;
  const tell = (words: readonly string[]) =>
    link.send(fromServer(server, "CAP", [user.nick, ...words]));
  switch (subcommand.toUpperCase()) {
    case "LS": {
      const version = Number.parseInt(value, 10) || 0;
      link.handshake.capVersion = Math.max(link.handshake.capVersion, version);
      link.handshake.isNegotiating = !user.isRegistered;
      const hasValues = link.handshake.capVersion >= 302;
      // CAP 302 implies cap-notify.
      if (hasValues) link.capabilities = new Set([...link.capabilities, "cap-notify"]);
      tell(["LS", listCapabilities(offeredTo(server, user), hasValues).join(" ")]);
      return;
    }
    case "LIST":
      tell(["LIST", [...link.capabilities].join(" ")]);
      return;
    case "REQ": {
      link.handshake.isNegotiating = !user.isRegistered;
      const next: ReadonlySet<Capability> | undefined = requestCapabilities(
        value,
        offeredTo(server, user),
        link.capabilities,
      );
      if (next !== undefined) link.capabilities = next;
      tell([next === undefined ? "NAK" : "ACK", value]);
      return;
    }
    case "END":
      link.handshake.isNegotiating = false;
      if (!user.isRegistered) completeRegistration(server, user);
      return;
    default:
      sendError(server, user, ERR.INVALIDCAPCMD, [subcommand]);
  }
}

/** Login is offered only where the password can't be read in transit. */
function offeredTo(server: ServerState, { mayLogIn }: User): readonly Capability[] {
  return mayLogIn ? server.offered : server.offered.filter((name) => name !== "sasl");
}

function givePassword({ user, message }: CommandContext): void {
  user.link.handshake.password = message.params[0];
}

function introduce({ server, user, message }: CommandContext): void {
  const [username = "", , , realName = ""] = message.params;
  if (username === "" || realName === "") {
    sendError(server, user, ERR.NEEDMOREPARAMS, ["USER"]);
    return;
  }
  // Hosts and bans are ASCII only; a name without any ASCII still needs a user name.
  const letters = username.replaceAll(/[^A-Za-z0-9._-]/g, "") || "user";
  // The tilde marks an unverified name.
  user.username = truncateText(`~${letters}`, server.options.limits.usernameBytes);
  user.realName = truncateText(realName, server.options.limits.realNameBytes);
  completeRegistration(server, user);
}

function chooseNick({ server, user, message }: CommandContext): void {
  const nick = message.params[0] ?? "";
  if (nick === "") {
    sendError(server, user, ERR.NONICKNAMEGIVEN);
    return;
  }
  // "*" means none yet and is not a nick.
  if (nick === user.nick && nick !== "*") return;
  // Before the welcome a client may still log in to the account its nick is reserved for; that is checked at the end.
  const refusal =
    refuseNick(server, user, nick) ??
    (user.isRegistered ? refuseReservedNick(server, user, nick) : undefined);
  if (refusal !== undefined) {
    sendError(server, user, refusal, [nick]);
    return;
  }
  if (!user.isRegistered) {
    user.nick = nick;
    completeRegistration(server, user);
    return;
  }
  if (takeThrottle(server, user, "nickChanges")) renameUser(server, user, nick);
  else sendError(server, user, ERR.NICKTOOFAST, [nick]);
}

function answerPing({ server, user, message }: CommandContext): void {
  const token = message.params[0] ?? "";
  if (token === "") sendError(server, user, ERR.NOORIGIN);
  else user.link.send(fromServer(server, "PONG", [server.options.name, token]));
}
