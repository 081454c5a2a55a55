import { CHAT_STATUS_LIMIT, type ChatStatus } from "@neonrelay/contract";
import { randomUUID } from "node:crypto";
import type { StatusNews } from "./relay-rules.ts";

/** Netsplits closer together than this are one. */
const SPLIT_MS = 60_000;

/** Recent channel events. */
interface StatusLines {
  /** Oldest first. */
  readonly all: readonly ChatStatus[];
  /** @returns the line to show, which may replace an earlier one */
  add(news: StatusNews): ChatStatus;
}

/** @param nowMs in ms since 1970 */
export function createStatusLines(nowMs: () => number): StatusLines {
  let all: readonly ChatStatus[] = [];
  return {
    get all() {
      return all;
    },
    add: (news) => {
      const last = all.at(-1);
      const isSameSplit =
        news.kind === "netsplit" &&
        last?.kind === "netsplit" &&
        nowMs() - Date.parse(last.timestamp) < SPLIT_MS;
      const line: ChatStatus = isSameSplit
        ? { ...last, count: last.count + news.count }
        : { ...news, id: randomUUID(), timestamp: new Date(nowMs()).toISOString() };
      all = [...(isSameSplit ? all.slice(0, -1) : all), line].slice(-CHAT_STATUS_LIMIT);
      return line;
    },
  };
}
