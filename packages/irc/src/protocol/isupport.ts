import type { Casemapping } from "./casemapping.ts";

/** A channel status: its mode letter and the sign before the nick. */
export interface PrefixMode {
  readonly mode: string;
  readonly sign: string;
}

/** Channel mode letters by the param they take, ISUPPORT CHANMODES A to D. */
export interface ChanModes {
  /** A: lists of masks, such as bans. */
  readonly list: string;
  /** B: a param both when set and when unset, such as the key. */
  readonly always: string;
  /** C: a param only when set, such as the limit. */
  readonly whenSet: string;
  /** D: never a param. */
  readonly flag: string;
}

/** A server's 005, with defaults for whatever it omits. */
export interface Isupport {
  /** Every token as received, values unescaped. */
  readonly tokens: ReadonlyMap<string, string>;
  readonly casemapping: Casemapping;
  /** Highest status first. */
  readonly prefix: readonly PrefixMode[];
  readonly chanModes: ChanModes;
  readonly chanTypes: string;
  readonly statusMsg: string;
  readonly nickLen: number;
  readonly userLen: number;
  readonly hostLen: number;
  readonly channelLen: number;
  readonly topicLen: number;
  readonly kickLen: number;
  /** Maximum mode changes with a param per line. */
  readonly modes: number;
  /** Number of nicks MONITOR accepts; 0 when not offered. */
  readonly monitor: number;
  /** Maximum lines per CHATHISTORY answer; 0 when not offered. */
  readonly chatHistory: number;
  readonly network: string | undefined;
  readonly hasWhox: boolean;
  readonly isUtf8Only: boolean;
}

/** Far more than any server sends; a hostile one might never stop. */
const MAX_TOKENS = 500;

/** Defaults before the server has sent 005. */
export const defaultIsupport: Isupport = readIsupport(new Map());

/**
 * Applies one 005.
 * @param params of the message: our nick, tokens, and the trailing words
 * @example
 * applyIsupport(defaultIsupport, ["bot", "NICKLEN=30", "are supported"]).nickLen; // 30
 */
export function applyIsupport(current: Isupport, params: readonly string[]): Isupport {
  const tokens = new Map(current.tokens);
  for (const token of params.slice(1, -1)) {
    if (token.startsWith("-")) {
      tokens.delete(token.slice(1));
      continue;
    }
    const equals = token.indexOf("=");
    const name = equals === -1 ? token : token.slice(0, equals);
    if (tokens.size >= MAX_TOKENS && !tokens.has(name)) continue;
    tokens.set(name, equals === -1 ? "" : unescapeValue(token.slice(equals + 1)));
  }
  return readIsupport(tokens);
}

function readIsupport(tokens: ReadonlyMap<string, string>): Isupport {
  return {
    tokens,
    casemapping: readCasemapping(tokens.get("CASEMAPPING")),
    prefix: readPrefix(tokens.get("PREFIX")),
    chanModes: readChanModes(tokens.get("CHANMODES")),
    chanTypes: tokens.get("CHANTYPES") ?? "#&",
    statusMsg: tokens.get("STATUSMSG") ?? "",
    nickLen: readNumber(tokens.get("NICKLEN"), 9),
    userLen: readNumber(tokens.get("USERLEN"), 11),
    hostLen: readNumber(tokens.get("HOSTLEN"), 63),
    channelLen: readNumber(tokens.get("CHANNELLEN"), 200),
    topicLen: readNumber(tokens.get("TOPICLEN"), 390),
    kickLen: readNumber(tokens.get("KICKLEN"), 255),
    modes: readNumber(tokens.get("MODES"), tokens.has("MODES") ? 20 : 3),
    monitor: tokens.has("MONITOR") ? readNumber(tokens.get("MONITOR"), 100) : 0,
    chatHistory: readNumber(tokens.get("CHATHISTORY") ?? tokens.get("draft/CHATHISTORY"), 0),
    network: tokens.get("NETWORK"),
    hasWhox: tokens.has("WHOX"),
    isUtf8Only: tokens.has("UTF8ONLY"),
  };
}

/** Non-ASCII mappings of some servers (rfc7613 and others) are treated as ASCII, which they contain. */
function readCasemapping(value: string | undefined): Casemapping {
  switch (value?.toLowerCase()) {
    case undefined:
    case "rfc1459":
      return "rfc1459";
    case "rfc1459-strict":
    case "strict-rfc1459":
      return "rfc1459-strict";
    default:
      return "ascii";
  }
}

/** `PREFIX=` alone: the server has no statuses. */
function readPrefix(value: string | undefined): readonly PrefixMode[] {
  const match = /^\(([^)]*)\)(.*)$/.exec(value ?? "(ov)@+");
  const signs = Array.from(match?.[2] ?? "");
  return Array.from(match?.[1] ?? "").flatMap((mode, index) => {
    const sign = signs[index];
    return sign === undefined ? [] : [{ mode, sign }];
  });
}

function readChanModes(value: string | undefined): ChanModes {
  const [list = "", always = "", whenSet = "", flag = ""] = (value ?? "b,k,l,imnpst").split(",");
  return { list, always, whenSet, flag };
}

function readNumber(value: string | undefined, otherwise: number): number {
  return value !== undefined && /^\d{1,6}$/.test(value) ? Number(value) : otherwise;
}

function unescapeValue(value: string): string {
  return value.replaceAll(/\\x([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCodePoint(Number.parseInt(hex, 16)),
  );
}
