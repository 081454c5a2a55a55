/** Nicks of services and of the server, which many trust by name. */
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
] as const;

/** Somebody in the channel as a name is compared with them. */
export interface PresentNick {
  readonly nick: string;
  readonly isOperator: boolean;
}

/**
 * Whether a name could be taken for somebody else: it looks like a nick that is present, or, whatever is put around
 * it, like the bot, a service or an operator. Names are ASCII, so that few characters look alike; UTS #39 §4.
 * @param guarded names not to be imitated at all: of the bot and of the station's operators
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
  const core = coreOf(name);
  return [...serviceNames, ...guarded, ...operators].some((other) => coreOf(other) === core);
}

/** Equal for names that look alike in the fonts of chats. */
function skeleton(name: string): string {
  return name
    .toLowerCase()
    .replaceAll("0", "o")
    .replaceAll("3", "e")
    .replaceAll("4", "a")
    .replaceAll(/[1i|]/g, "l")
    .replaceAll("5", "s")
    .replaceAll("rn", "m")
    .replaceAll("vv", "w");
}

/** The look without what decorates it: '_StreamBot_' is 'StreamBot' to a reader. A name of decoration is itself. */
function coreOf(name: string): string {
  const core = name.replaceAll(/[_\-`^[\]{}\\]/g, "").replace(/^\|+|\|+$/g, "");
  return skeleton(core === "" ? name : core);
}
