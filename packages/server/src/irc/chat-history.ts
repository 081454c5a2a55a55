import type { HistoryLine, HistoryQuery, HistoryReference } from "@neonrelay/irc/server";
import { findChatMoment, listChatBetween, type NewChatMessage } from "../database/chat-store.ts";
import type { Connection } from "../database/database.ts";
import { WEB_HOST_SUFFIX } from "./web-identity.ts";

/** Answers CHATHISTORY of the station's own server from what the chat has stored. */
export async function readHistory(
  connection: Connection,
  query: HistoryQuery,
): Promise<readonly HistoryLine[]> {
  const { limit } = query;
  const momentOf = async (reference: HistoryReference): Promise<Date | null> =>
    "atMs" in reference
      ? new Date(reference.atMs)
      : await findChatMoment(connection, reference.messageId);
  const page = async (range: Partial<Parameters<typeof listChatBetween>[1]>) => {
    const open = { after: null, before: null, from: "newest", limit } as const;
    return (await listChatBetween(connection, { ...open, ...range })).map(toHistoryLine);
  };
  switch (query.kind) {
    case "latest":
      if (query.after === undefined) return await page({});
      return await page({ after: await momentOf(query.after) });
    case "before": {
      const before = await momentOf(query.reference);
      return before === null ? [] : await page({ before });
    }
    case "after": {
      const after = await momentOf(query.reference);
      return after === null ? [] : await page({ after, from: "oldest" });
    }
    case "around": {
      const moment = await momentOf(query.reference);
      if (moment === null) return [];
      const half = Math.ceil(limit / 2);
      const before = await page({ before: moment, limit: half });
      const justBefore = new Date(moment.getTime() - 1);
      const rest = { after: justBefore, from: "oldest", limit: limit - before.length } as const;
      return [...before, ...(await page(rest))];
    }
    case "between": {
      const [from, to] = [await momentOf(query.from), await momentOf(query.to)];
      if (from === null || to === null) return [];
      return from <= to
        ? await page({ after: from, before: to, from: "oldest" })
        : await page({ after: to, before: from });
    }
    default:
      return query satisfies never;
  }
}

function toHistoryLine(message: NewChatMessage): HistoryLine {
  const { id, ircId, username, timestamp, kind, origin, message: text } = message;
  return {
    messageId: ircId ?? id,
    atMs: timestamp.getTime(),
    kind: kind === "message" ? "privmsg" : kind,
    text,
    from: {
      nick: username,
      username: origin,
      host: origin === "web" ? `history${WEB_HOST_SUFFIX}` : `history.${origin}`,
      account: undefined,
    },
  };
}
