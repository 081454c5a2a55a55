import type { HistoryLine, HistoryQuery, HistoryReference } from "@neonrelay/irc/server";
import {
  findIrcPlace,
  listChatBetween,
  type ChatEnd,
  type NewChatMessage,
} from "../chat/chat-store.ts";
import type { Connection } from "../database/database.ts";
import { WEB_HOST_SUFFIX } from "./web-identity.ts";

/** Answers CHATHISTORY for the station's own channel from the stored chat. */
export async function readHistory(
  connection: Connection,
  query: HistoryQuery,
): Promise<readonly HistoryLine[]> {
  const { limit } = query;
  const endOf = async (reference: HistoryReference): Promise<ChatEnd | null> =>
    "atMs" in reference
      ? new Date(reference.atMs)
      : await findIrcPlace(connection, reference.messageId);
  const page = async (range: Partial<Parameters<typeof listChatBetween>[1]>) => {
    const open = { after: null, before: null, isAfterIncluded: false, from: "newest" } as const;
    const lines = await listChatBetween(connection, { ...open, limit, ...range });
    return lines.map(toHistoryLine);
  };
  switch (query.kind) {
    case "latest":
      if (query.after === undefined) return await page({});
      return await page({ after: await endOf(query.after) });
    case "before": {
      const before = await endOf(query.reference);
      return before === null ? [] : await page({ before });
    }
    case "after": {
      const after = await endOf(query.reference);
      return after === null ? [] : await page({ after, from: "oldest" });
    }
    case "around": {
      const middle = await endOf(query.reference);
      if (middle === null) return [];
      // With a limit of one, it is the message that was asked for.
      const half = Math.floor(limit / 2);
      const before = half === 0 ? [] : await page({ before: middle, limit: half });
      const rest = { after: middle, isAfterIncluded: true, from: "oldest" } as const;
      return [...before, ...(await page({ ...rest, limit: limit - before.length }))];
    }
    case "between": {
      const [from, to] = [await endOf(query.from), await endOf(query.to)];
      if (from === null || to === null) return [];
      return momentOf(from) <= momentOf(to)
        ? await page({ after: from, before: to, from: "oldest" })
        : await page({ after: to, before: from });
    }
    default:
      return query satisfies never;
  }
}

function momentOf(end: ChatEnd): Date {
  return end instanceof Date ? end : end.timestamp;
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
