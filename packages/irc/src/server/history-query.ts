import type { HistoryReference } from "./server-options.ts";

/** A CHATHISTORY request, without the channel. */
export type HistoryRequest =
  | {
      readonly kind: "latest";
      readonly after: HistoryReference | undefined;
      readonly limit: number;
    }
  | {
      readonly kind: "before" | "after" | "around";
      readonly reference: HistoryReference;
      readonly limit: number;
    }
  | {
      readonly kind: "between";
      readonly from: HistoryReference;
      readonly to: HistoryReference;
      readonly limit: number;
    };

export type HistoryRequestOutcome =
  | { readonly kind: "request"; readonly request: HistoryRequest }
  | {
      readonly kind: "refused";
      /** Code of draft/chathistory. */
      readonly code: "INVALID_PARAMS" | "NEED_MORE_PARAMS" | "UNKNOWN_COMMAND";
      readonly words: string;
    };

/**
 * Parses the params of CHATHISTORY.
 * @param most lines per answer; larger requests are capped
 */
export function parseHistoryRequest(
  params: readonly string[],
  most: number,
): HistoryRequestOutcome {
  const [subcommand = "", , ...rest] = params;
  const kind = subcommand.toUpperCase();
  const count = kind === "BETWEEN" ? 3 : 2;
  if (!["LATEST", "BEFORE", "AFTER", "AROUND", "BETWEEN"].includes(kind))
    return { kind: "refused", code: "UNKNOWN_COMMAND", words: "Unknown subcommand" };
  if (rest.length < count)
    return { kind: "refused", code: "NEED_MORE_PARAMS", words: "Not enough parameters" };
  const limitText = rest[count - 1] ?? "";
  const limit = /^\d{1,9}$/.test(limitText) ? Math.min(Number(limitText), most) : 0;
  if (limit === 0) return { kind: "refused", code: "INVALID_PARAMS", words: "Invalid limit" };
  const first = parseReference(rest[0] ?? "");
  const second = parseReference(rest[1] ?? "");
  if (kind === "LATEST" && rest[0] === "*")
    return { kind: "request", request: { kind: "latest", after: undefined, limit } };
  if (first === undefined || (kind === "BETWEEN" && second === undefined))
    return { kind: "refused", code: "INVALID_PARAMS", words: "Invalid message reference" };
  switch (kind) {
    case "LATEST":
      return { kind: "request", request: { kind: "latest", after: first, limit } };
    case "BEFORE":
      return { kind: "request", request: { kind: "before", reference: first, limit } };
    case "AFTER":
      return { kind: "request", request: { kind: "after", reference: first, limit } };
    case "AROUND":
      return { kind: "request", request: { kind: "around", reference: first, limit } };
    default:
      return {
        kind: "request",
        request: { kind: "between", from: first, to: second ?? first, limit },
      };
  }
}

export type HistoryTargetsOutcome =
  | {
      readonly kind: "request";
      /** In ms since 1970; both ends are exclusive. */
      readonly fromMs: number;
      readonly toMs: number;
      readonly limit: number;
    }
  | Extract<HistoryRequestOutcome, { kind: "refused" }>;

/** Parses the params of CHATHISTORY TARGETS: two moments, in either order, and a maximum number of targets. */
export function parseHistoryTargets(
  params: readonly string[],
  most: number,
): HistoryTargetsOutcome {
  if (params.length < 4)
    return { kind: "refused", code: "NEED_MORE_PARAMS", words: "Not enough parameters" };
  const [, first = "", second = "", limitText = ""] = params;
  const limit = /^\d{1,9}$/.test(limitText) ? Math.min(Number(limitText), most) : 0;
  if (limit === 0) return { kind: "refused", code: "INVALID_PARAMS", words: "Invalid limit" };
  const [from, to] = [parseReference(first), parseReference(second)];
  if (from === undefined || to === undefined || !("atMs" in from) || !("atMs" in to))
    return { kind: "refused", code: "INVALID_PARAMS", words: "Invalid timestamp" };
  const [fromMs, toMs] = [Math.min(from.atMs, to.atMs), Math.max(from.atMs, to.atMs)];
  return { kind: "request", fromMs, toMs, limit };
}

function parseReference(text: string): HistoryReference | undefined {
  if (text.startsWith("msgid=")) {
    const messageId = text.slice("msgid=".length);
    return messageId === "" ? undefined : { messageId };
  }
  if (!/^timestamp=\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/.test(text)) return undefined;
  const atMs = Date.parse(text.slice("timestamp=".length));
  return Number.isNaN(atMs) ? undefined : { atMs };
}
