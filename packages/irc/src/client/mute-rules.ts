import type { Isupport } from "../protocol/index.ts";

/** An entry of a list of a channel. */
export interface ListEntry {
  readonly mode: "b" | "q";
  readonly mask: string;
}

/** UnrealIRCd 6 takes a mute by its letter and lists it by its name. */
const NAMED_QUIET = /^~quiet:/;

/** Whether both are the same entry of a list, though the server may write it in another way than we do. */
export function isSameEntry(one: ListEntry, other: ListEntry): boolean {
  const form = ({ mask }: ListEntry) => mask.replace(NAMED_QUIET, "~q:");
  return one.mode === other.mode && form(one) === form(other);
}

/**
 * What silences the users that a mask covers and leaves them in the channel: a list of its own on Solanum and its kin, an extended
 * ban on UnrealIRCd, InspIRCd, Ergo and our own server; undefined: this server has nothing of the kind.
 */
export function muteEntry(
  { tokens, chanModes }: Pick<Isupport, "tokens" | "chanModes">,
  mask: string,
): ListEntry | undefined {
  if (chanModes.list.includes("q")) return { mode: "q", mask };
  const [prefix = "", letters = ""] = (tokens.get("EXTBAN") ?? "").split(",");
  if (prefix === "~" && letters.includes("q")) return { mode: "b", mask: `~q:${mask}` };
  return letters.includes("m") ? { mode: "b", mask: `${prefix}m:${mask}` } : undefined;
}
