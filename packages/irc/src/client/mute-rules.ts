import type { Isupport } from "../protocol/index.ts";

/** An entry of one of a channel's lists. */
export interface ListEntry {
  readonly mode: "b" | "q";
  readonly mask: string;
}

/** UnrealIRCd 6 accepts a mute by letter and lists it by name. */
const NAMED_QUIET = /^~quiet:/;

/**
 * Whether both are the same list entry, even if the server spells it differently.
 * @example
 * isSameEntry({ mode: "b", mask: "~q:*!*@host" }, { mode: "b", mask: "~quiet:*!*@host" }); // true
 */
export function isSameEntry(one: ListEntry, other: ListEntry): boolean {
  const form = ({ mask }: ListEntry) => mask.replace(NAMED_QUIET, "~q:");
  return one.mode === other.mode && form(one) === form(other);
}

/**
 * The mode that silences matching users without removing them: a list of its own on Solanum and its kin, an extended
 * ban on UnrealIRCd, InspIRCd, Ergo and our own server. undefined: this server has none.
 * @example
 * muteEntry({ tokens: new Map([["EXTBAN", "~,qjf"]]), chanModes: defaultIsupport.chanModes }, "*!*@host"); // { mode: "b", mask: "~q:*!*@host" }
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
