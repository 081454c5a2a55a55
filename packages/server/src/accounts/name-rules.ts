/** Names of the station, its parts and guests; see fold. */
const stationNames: ReadonlySet<string> = new Set([
  "webuser",
  "guest",
  "anonymous",
  "anonymouslistener",
  "accesscode",
  "stationcommand",
  "system",
  "station",
  "server",
  "automation",
  "rotation",
  "chanserv",
  "nickserv",
  "null",
  "undefined",
]);

/** Names only operators can give, because listeners would trust them. */
const roleNames: ReadonlySet<string> = new Set([
  "admin",
  "admins",
  "administrator",
  "systemadmin",
  "superadmin",
  "root",
  "sysop",
  "owner",
  "operator",
  "staff",
  "support",
  "moderator",
  "mod",
  "dj",
]);

/**
 * Whether a user name or display name would be taken for the station itself or, when a listener chooses it, for one of
 * its operators. Case, digits that look like letters and signs between letters make no difference.
 */
export function isReservedName(
  name: string,
  {
    kept,
    isListeners,
  }: {
    /** Names of this station and its bot. */
    readonly kept: readonly string[];
    readonly isListeners: boolean;
  },
): boolean {
  if (stationNames.has(fold(name)) || looksLikeAny(name, kept)) return true;
  return isListeners && (roleNames.has(fold(name)) || mixesScripts(name));
}

/** Whether a name could be read as one of those; see fold. One without a letter is only like itself. */
export function looksLikeAny(name: string, others: readonly string[]): boolean {
  const folded = fold(name);
  return others.some((other) => (folded === "" ? other === name : fold(other) === folded));
}

/** Many letters of Greek and Cyrillic look like Latin ones. UTS #39 §5.1. */
function mixesScripts(name: string): boolean {
  return /\p{Script=Latin}/u.test(name) && /[\p{Script=Greek}\p{Script=Cyrillic}]/u.test(name);
}

const lookAlikes: Readonly<Record<string, string>> = { "0": "o", "1": "i", "3": "e", "5": "s" };

function fold(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "")
    .replaceAll(/[0135]/g, (digit) => lookAlikes[digit] ?? digit);
}
