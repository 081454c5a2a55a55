import type { Role } from "@neonrelay/contract";
import { lookOfDigit, plainLetters } from "../identity/name-looks.ts";
import { foldName, toNick } from "./chat-rules.ts";

/** Nicks of services, servers and their operators, which many people trust by name. */
const serviceNames = [
  "NickServ",
  "ChanServ",
  "MemoServ",
  "OperServ",
  "HostServ",
  "BotServ",
  "SaslServ",
  "HelpServ",
  "Global",
  "Services",
  "Server",
  "Station",
  "Operator",
  "Moderator",
  "Admin",
  "Administrator",
  "Owner",
  "Staff",
  "Support",
] as const;

/** An account, reduced to what names are compared with. */
interface NamedAccount {
  readonly id: string;
  readonly username: string;
  /** Shown in place of the user name; null: none. */
  readonly name: string | null;
  readonly role: Role;
}

/**
 * Whether a name permanently belongs to someone else or could be mistaken for theirs: the single rule for browsers and
 * our own IRC server.
 * @param accountId of the signed-in person who wants it; null: none
 * @param accounts at least the one with that name and those of all operators
 */
export function isNameKept({
  name,
  accountId,
  accounts,
  botNames,
  stationName,
  present,
}: {
  readonly name: string;
  readonly accountId: string | null;
  readonly accounts: readonly NamedAccount[];
  readonly botNames: readonly string[];
  readonly stationName: string;
  readonly present: readonly PresentNick[];
}): boolean {
  const folded = foldName(name);
  if (botNames.some((bot) => foldName(bot) === folded)) return true;
  const holder = accounts.find(({ username }) =>
    [username, toNick(username)].some((one) => foldName(one) === folded),
  );
  if (holder !== undefined) return holder.id !== accountId;
  const own = accounts.find(({ id }) => id === accountId);
  // People connected twice decorate their own name.
  if (own !== undefined && namesOf(own).some((each) => haveOneCore(each, name)))
    return present.some(({ nick }) => skeleton(nick) === skeleton(name));
  const operators = accounts.filter(({ role }) => role !== "listener");
  return imitates(name, {
    present,
    guarded: [...botNames, ...operators.flatMap(namesOf), ...asNick(stationName)],
  });
}

/** An account's names in the chat and, as a nick, elsewhere. */
function namesOf({ username, name }: NamedAccount): readonly string[] {
  return [username, ...(name === null ? [] : asNick(name))];
}

/** A nick that could imitate a name with spaces, symbols and accents; [] if no letter is left. */
function asNick(name: string): readonly string[] {
  const nick = plainLetters(name).replaceAll(/[^A-Za-z0-9]/g, "");
  return nick === "" ? [] : [nick];
}

/** Someone in the channel, reduced to what names are compared with. */
export interface PresentNick {
  readonly nick: string;
  readonly isOperator: boolean;
}

/**
 * Whether a name could be mistaken for someone else's: it looks like a present nick or, ignoring decoration, like the
 * bot, a service or an operator. Names are ASCII, so few characters look alike; UTS #39 §4.
 * @param guarded names that nobody may imitate: the bot's and the operators'
 */
export function imitates(
  name: string,
  {
    present,
    guarded,
  }: { readonly present: readonly PresentNick[]; readonly guarded: readonly string[] },
): boolean {
  const look = skeleton(name);
  if (present.some(({ nick }) => skeleton(nick) === look)) return true;
  const operators = present.filter(({ isOperator }) => isOperator).map(({ nick }) => nick);
  return [...serviceNames, ...guarded, ...operators].some((other) => haveOneCore(other, name));
}

/** Equal for names that look alike in chat fonts. */
function skeleton(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[1i|]/g, "l")
    .replaceAll(/[02345789]/g, (digit) => lookOfDigit[digit] ?? digit)
    .replaceAll("rn", "m")
    .replaceAll("vv", "w");
}

/** Whether two names are the same to a reader who overlooks decoration. */
function haveOneCore(name: string, other: string): boolean {
  const cores = coresOf(other);
  return coresOf(name).some((core) => cores.includes(core));
}

/**
 * The look without decoration: readers see 'StreamBot' in '_StreamBot_'. A name of decoration only stays as it is. Some
 * read a bar within a name as a letter, others as decoration.
 */
function coresOf(name: string): readonly string[] {
  const core = name.replaceAll(/[_\-`^[\]{}\\]/g, "").replace(/^\|+|\|+$/g, "");
  const whole = core === "" ? name : core;
  return [skeleton(whole), skeleton(whole.replaceAll("|", ""))];
}
