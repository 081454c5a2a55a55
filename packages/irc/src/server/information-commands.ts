import { isVisible } from "./channel-rules.ts";
import type { CommandContext, CommandTable } from "./command.ts";
import { sendError, sendNumeric } from "./delivery.ts";
import { commandOverview, helpTexts } from "./help-texts.ts";
import { sendEndOfNames, sendMembers, sendNames } from "./names-reply.ts";
import { ERR, RPL } from "./numerics.ts";
import { sendIsupport, sendLusers, sendMotd, serverVersion } from "./welcome.ts";

/** Commands about the server itself. */
export const informationCommands: CommandTable = {
  NAMES: { when: "registered", minParams: 0, run: names },
  LIST: { when: "registered", minParams: 0, run: list },
  MOTD: { when: "registered", minParams: 0, run: ({ server, user }) => sendMotd(server, user) },
  LUSERS: { when: "registered", minParams: 0, run: ({ server, user }) => sendLusers(server, user) },
  VERSION: { when: "registered", minParams: 0, run: version },
  TIME: { when: "registered", minParams: 0, run: time },
  INFO: { when: "registered", minParams: 0, run: info },
  ADMIN: { when: "registered", minParams: 0, run: admin },
  HELP: { when: "registered", minParams: 0, run: help },
};

function names({ server, user, message }: CommandContext): void {
  const wanted = (message.params[0] ?? "").split(",").filter((name) => name !== "");
  const found = wanted.flatMap((name) => server.channels.get(name) ?? []);
  const [only] = found;
  if (wanted.length === 1 && only !== undefined) {
    sendNames(server, only, user);
    return;
  }
  for (const channel of new Set(found)) sendMembers(server, channel, user);
  sendEndOfNames(server, user, wanted.length === 0 ? "*" : wanted.join(","));
}

function list({ server, user, message }: CommandContext): void {
  const words = (message.params[0] ?? "").split(",").filter((word) => word !== "");
  const bounds = words.filter((word) => /^[<>]\d+$/.test(word));
  const wanted = words.filter((word) => !bounds.includes(word)).map((name) => name.toLowerCase());
  sendNumeric(server, user, RPL.LISTSTART, ["Channel", "Users  Name"]);
  for (const channel of server.channels.values()) {
    const count = channel.members.size;
    const isWithin = bounds.every((bound) =>
      bound.startsWith(">") ? count > Number(bound.slice(1)) : count < Number(bound.slice(1)),
    );
    const isNamed = wanted.length === 0 || wanted.includes(channel.name.toLowerCase());
    if (isWithin && isNamed && isVisible(channel, user))
      sendNumeric(server, user, RPL.LIST, [channel.name, String(count), channel.topic?.text ?? ""]);
  }
  sendNumeric(server, user, RPL.LISTEND, ["End of /LIST"]);
}

function version({ server, user }: CommandContext): void {
  sendNumeric(server, user, RPL.VERSION, [`${serverVersion}.`, server.options.name, ""]);
  sendIsupport(server, user);
}

function time({ server, user }: CommandContext): void {
  const now = new Date(server.options.nowMs()).toUTCString();
  sendNumeric(server, user, RPL.TIME, [server.options.name, now]);
}

function info({ server, user }: CommandContext): void {
  const started = new Date(server.startedAtMs).toUTCString();
  sendNumeric(server, user, RPL.INFO, [`${server.options.network}, an embedded IRC server`]);
  sendNumeric(server, user, RPL.INFO, [`On-line since ${started}`]);
  sendNumeric(server, user, RPL.ENDOFINFO, ["End of INFO list"]);
}

function admin({ server, user }: CommandContext): void {
  const { name, network, adminEmail } = server.options;
  sendNumeric(server, user, RPL.ADMINME, [name, "Administrative info"]);
  sendNumeric(server, user, RPL.ADMINLOC1, [network]);
  sendNumeric(server, user, RPL.ADMINEMAIL, [adminEmail]);
}

function help({ server, user, message }: CommandContext): void {
  const [asked] = message.params;
  const subject = asked?.toUpperCase() ?? "*";
  const lines = asked === undefined ? commandOverview : helpTexts.get(subject);
  if (lines === undefined) {
    sendError(server, user, ERR.HELPNOTFOUND, [asked ?? subject]);
    return;
  }
  const tell = (code: string, words: string) => sendNumeric(server, user, code, [subject, words]);
  const [first = "", ...rest] = lines;
  tell(RPL.HELPSTART, first);
  for (const line of rest) tell(RPL.HELPTXT, line);
  tell(RPL.ENDOFHELP, "End of /HELP");
}
