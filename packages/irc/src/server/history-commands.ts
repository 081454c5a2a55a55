import { serialiseCtcp } from "../protocol/ctcp.ts";
import { askWithin } from "./ask-within.ts";
import { sendBatch } from "./batch.ts";
import type { CommandContext, CommandTable } from "./command.ts";
import { sendFail } from "./delivery.ts";
import { parseHistoryRequest } from "./history-query.ts";
import { Outgoing } from "./outgoing.ts";
import type { HistoryLine } from "./server-options.ts";

/** What was said before: IRCv3 draft/chathistory, for channels. */
export const historyCommands: CommandTable = {
  CHATHISTORY: { when: "registered", minParams: 2, run: chatHistory },
};

function chatHistory(context: CommandContext): void | Promise<() => void> {
  const { server, user, message } = context;
  const { history, limits, reportError } = server.options;
  const [subcommand = "", target = ""] = message.params;
  const refuse = (code: string, words: string) =>
    sendFail(server, user, ["CHATHISTORY", code, subcommand, target, words]);
  if (subcommand.toUpperCase() === "TARGETS") {
    // There is no history but that of channels, which its members know of.
    sendBatch(server, user, ["draft/chathistory-targets"], []);
    return undefined;
  }
  const channel = server.channels.get(target);
  if (history === undefined || channel === undefined || !channel.members.has(user)) {
    refuse("INVALID_TARGET", "Messages could not be retrieved");
    return undefined;
  }
  const outcome = parseHistoryRequest(message.params, limits.historyLines);
  if (outcome.kind === "refused") {
    refuse(outcome.code, outcome.words);
    return undefined;
  }
  return askWithin(limits.answerWithinMs, (signal) =>
    history({ ...outcome.request, channel: channel.name, signal }),
  ).then((asked) => {
    if (asked.kind === "answered")
      return () => {
        const lines = asked.answer.slice(0, limits.historyLines);
        const told = lines.map((line) => fromHistory(channel.name, line));
        sendBatch(server, user, ["chathistory", channel.name], told);
      };
    reportError(asked.error, "asking for history");
    return () => refuse("MESSAGE_ERROR", "Messages could not be retrieved");
  });
}

function fromHistory(channel: string, line: HistoryLine): Outgoing {
  const { messageId, atMs, kind, text, from } = line;
  return new Outgoing({
    source: { name: from.nick, user: from.username, host: from.host },
    command: kind === "notice" ? "NOTICE" : "PRIVMSG",
    params: [channel, kind === "action" ? serialiseCtcp({ command: "ACTION", text }) : text],
    timeMs: atMs,
    account: from.account,
    messageId,
  });
}
