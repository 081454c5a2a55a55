import { serialiseCtcp } from "../protocol/ctcp.ts";
import { splitText, textBudgetBytes } from "../protocol/split-text.ts";
import { askWithin } from "./ask-within.ts";
import { sendBatch } from "./batch.ts";
import type { Channel } from "./users-and-channels.ts";
import { mayReadHistory } from "./channel-rules.ts";
import type { CommandContext, CommandTable } from "./command.ts";
import { fromServer, sendFail } from "./delivery.ts";
import { type HistoryRequest, parseHistoryRequest, parseHistoryTargets } from "./history-query.ts";
import { Outgoing } from "./outgoing.ts";
import type { HistoryLine } from "./server-options.ts";
import type { ServerState } from "./server-state.ts";

const ACTION_BYTES = Buffer.byteLength("\u0001ACTION \u0001");

/** Message history: IRCv3 draft/chathistory, for channels. */
export const historyCommands: CommandTable = {
  CHATHISTORY: { when: "registered", minParams: 0, run: chatHistory },
};

function chatHistory(context: CommandContext): void | Promise<() => void> {
  const { server, user, message } = context;
  const { limits } = server.options;
  const [subcommand = "", target = ""] = message.params;
  if (subcommand.toUpperCase() === "TARGETS") return sendTargets(context);
  if (message.params.length < 2) {
    refuse(context, { code: "NEED_MORE_PARAMS", words: "Not enough parameters" });
    return undefined;
  }
  const channel = server.channels.get(target);
  if (channel === undefined || !mayReadHistory(channel, user)) {
    refuse(context, { code: "INVALID_TARGET", words: failure });
    return undefined;
  }
  const outcome = parseHistoryRequest(message.params, limits.historyLines);
  if (outcome.kind === "refused") {
    refuse(context, outcome);
    return undefined;
  }
  return askHistory(server, channel, outcome.request).then((lines) => () => {
    if (lines === undefined) refuse(context, { code: "MESSAGE_ERROR", words: failure });
    else if (!mayReadHistory(channel, user))
      refuse(context, { code: "INVALID_TARGET", words: failure });
    else {
      const told = lines.flatMap((line) => fromHistory(channel.name, line));
      sendBatch(server, user, ["chathistory", channel.name], told);
    }
  });
}

/** Lists a user's channels whose last message falls between two moments, ordered by that message. */
function sendTargets(context: CommandContext): void | Promise<() => void> {
  const { server, user, message } = context;
  const outcome = parseHistoryTargets(message.params, server.options.limits.historyLines);
  if (outcome.kind === "refused") {
    refuse(context, outcome);
    return undefined;
  }
  const { fromMs, toMs, limit } = outcome;
  const latest = { kind: "latest", after: undefined, limit: 1 } as const;
  const channels = [...user.channels].filter((channel) => channel.isRegistered);
  const asked = channels.map(async (channel) => ({
    channel,
    atMs: (await askHistory(server, channel, latest))?.at(-1)?.atMs,
  }));
  return Promise.all(asked).then((found) => () => {
    const targets = found
      .flatMap(({ channel, atMs }) => (atMs === undefined ? [] : [{ channel, atMs }]))
      .filter(({ channel, atMs }) => mayReadHistory(channel, user) && atMs > fromMs && atMs < toMs)
      .toSorted((one, other) => one.atMs - other.atMs)
      .slice(0, limit)
      .map(({ channel, atMs }) => [channel.name, new Date(atMs).toISOString()]);
    const told = targets.map((words) => fromServer(server, "CHATHISTORY", ["TARGETS", ...words]));
    sendBatch(server, user, ["draft/chathistory-targets"], told);
  });
}

/** @returns undefined when the owner failed or did not answer; only the owner's channels have history */
async function askHistory(
  { options: { history, limits, reportError } }: ServerState,
  channel: Channel,
  request: HistoryRequest,
): Promise<readonly HistoryLine[] | undefined> {
  if (history === undefined || !channel.isRegistered) return [];
  const asked = await askWithin(limits.answerWithinMs, (signal) =>
    history({ ...request, channel: channel.name, signal }),
  );
  if (asked.kind === "answered") return asked.answer.slice(0, limits.historyLines);
  reportError(asked.error, "asking for history");
  return undefined;
}

const failure = "Messages could not be retrieved";

function refuse(
  { server, user, message }: CommandContext,
  { code, words }: { readonly code: string; readonly words: string },
): void {
  const [subcommand = "", target = ""] = message.params;
  const asked = [subcommand, target].filter((param) => param !== "");
  sendFail(server, user, ["CHATHISTORY", code, ...asked, words]);
}

/** A stored message as the lines it was sent in; the first has its id. */
function fromHistory(channel: string, line: HistoryLine): readonly Outgoing[] {
  const { messageId, atMs, kind, text, from } = line;
  const command = kind === "notice" ? "NOTICE" : "PRIVMSG";
  const sender = { nick: from.nick, user: from.username, host: from.host };
  const maxBytes =
    textBudgetBytes({ sender, command, target: channel }) - (kind === "action" ? ACTION_BYTES : 0);
  return splitText({ text, prefix: "", maxBytes: Math.max(maxBytes, 4) }).map(
    (piece, index) =>
      new Outgoing({
        source: { name: from.nick, user: from.username, host: from.host },
        command,
        params: [
          channel,
          kind === "action" ? serialiseCtcp({ command: "ACTION", text: piece }) : piece,
        ],
        timeMs: atMs,
        account: from.account,
        ...(index === 0 && { messageId }),
      }),
  );
}
