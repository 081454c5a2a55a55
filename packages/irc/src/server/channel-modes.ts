import { completeMask } from "../protocol/names.ts";
import type { ModeChange } from "../protocol/modes.ts";
import {
  type Channel,
  flagModes,
  type ListMode,
  listModes,
  type User,
} from "./users-and-channels.ts";
import { ERR, type ErrorNumeric } from "./numerics.ts";

export type ModeOutcome =
  | { readonly kind: "changed"; readonly change: ModeChange }
  | { readonly kind: "unchanged" }
  | { readonly kind: "refused"; readonly error: ErrorNumeric; readonly params: readonly string[] };

export interface ModeSituation {
  readonly setBy: string;
  readonly nowMs: number;
  readonly maskEntries: number;
  readonly keyBytes: number;
  readonly findUser: (nick: string) => User | undefined;
}

/** Applies one change requested by an operator. */
export function changeChannelMode(
  channel: Channel,
  change: ModeChange,
  situation: ModeSituation,
): ModeOutcome {
  switch (change.kind) {
    case "status":
      return changeStatus(channel, change, situation);
    case "list":
      return changeList(channel, change, situation);
    case "setting":
      return change.mode === "k"
        ? changeKey(channel, change, situation.keyBytes)
        : changeUserLimit(channel, change);
    case "flag":
      return changeFlag(channel, change);
    default:
      return change.kind satisfies never;
  }
}

function changeStatus(
  channel: Channel,
  change: ModeChange,
  { findUser }: ModeSituation,
): ModeOutcome {
  const nick = change.param ?? "";
  if (nick === "") return refuse(ERR.INVALIDMODEPARAM, [channel.name, change.mode, "*"]);
  const user = findUser(nick);
  if (user === undefined) return refuse(ERR.NOSUCHNICK, [nick]);
  const membership = channel.members.get(user);
  if (membership === undefined) return refuse(ERR.USERNOTINCHANNEL, [user.nick, channel.name]);
  const field = change.mode === "o" ? "isOperator" : "isVoiced";
  if (membership[field] === (change.sign === "+")) return { kind: "unchanged" };
  membership[field] = change.sign === "+";
  return { kind: "changed", change: { ...change, param: user.nick } };
}

function changeList(
  channel: Channel,
  change: ModeChange,
  { setBy, nowMs, maskEntries }: ModeSituation,
): ModeOutcome {
  const list = channel.lists[toListMode(change.mode)];
  const given = change.param ?? "";
  const mask = completeBan(given);
  if (given === "" || mask.length > 200)
    return refuse(ERR.INVALIDMODEPARAM, [channel.name, change.mode, "*"]);
  const index = list.findIndex((entry) => entry.mask.toLowerCase() === mask.toLowerCase());
  if (change.sign === "-") {
    const [removed] = index === -1 ? [] : list.splice(index, 1);
    return removed === undefined
      ? { kind: "unchanged" }
      : { kind: "changed", change: { ...change, param: removed.mask } };
  }
  if (index !== -1) return { kind: "unchanged" };
  const entries = listModes.reduce((sum, mode) => sum + channel.lists[mode].length, 0);
  if (entries >= maskEntries) return refuse(ERR.BANLISTFULL, [channel.name, mask]);
  list.push({ mask, setBy, setAtMs: nowMs });
  return { kind: "changed", change: { ...change, param: mask } };
}

function changeKey(channel: Channel, change: ModeChange, keyBytes: number): ModeOutcome {
  if (change.sign === "-") {
    if (channel.key === undefined) return { kind: "unchanged" };
    channel.key = undefined;
    return { kind: "changed", change: { ...change, param: "*" } };
  }
  const key = change.param ?? "";
  if (!/^[^\s:,][^\s,]*$/.test(key) || Buffer.byteLength(key) > keyBytes)
    return refuse(ERR.INVALIDMODEPARAM, [channel.name, "k", "*"]);
  if (channel.key === key) return { kind: "unchanged" };
  channel.key = key;
  return { kind: "changed", change };
}

function changeUserLimit(channel: Channel, change: ModeChange): ModeOutcome {
  if (change.sign === "-") {
    if (channel.userLimit === undefined) return { kind: "unchanged" };
    channel.userLimit = undefined;
    return { kind: "changed", change };
  }
  const wanted = change.param ?? "";
  const limit = /^\d{1,6}$/.test(wanted) ? Number(wanted) : 0;
  if (limit === 0) return refuse(ERR.INVALIDMODEPARAM, [channel.name, "l", wanted || "*"]);
  if (channel.userLimit === limit) return { kind: "unchanged" };
  channel.userLimit = limit;
  return { kind: "changed", change: { ...change, param: String(limit) } };
}

function changeFlag(channel: Channel, change: ModeChange): ModeOutcome {
  const flag = flagModes.find((mode) => mode === change.mode);
  if (flag === undefined) return refuse(ERR.UNKNOWNMODE, [change.mode]);
  if (channel.flags.has(flag) === (change.sign === "+")) return { kind: "unchanged" };
  if (change.sign === "+") channel.flags.add(flag);
  else channel.flags.delete(flag);
  return { kind: "changed", change };
}

/** Masks beginning with "~" are accounts (`~a:`) and mutes (`~m:`); others are completed to nick!user@host. */
function completeBan(mask: string): string {
  if (mask.startsWith("~a:")) return mask;
  if (!mask.startsWith("~m:")) return completeMask(mask);
  const muted = mask.slice(3);
  return muted.startsWith("~a:") ? mask : `~m:${completeMask(muted)}`;
}

export function toListMode(mode: string): ListMode {
  return listModes.find((candidate) => candidate === mode) ?? "b";
}

function refuse(error: ErrorNumeric, params: readonly string[]): ModeOutcome {
  return { kind: "refused", error, params };
}
