import { lookOfDigit, plainLetters } from "../identity/name-looks.ts";

/** Names of the station, its parts and guests. */
const stationNames: readonly string[] = [
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
];

/** Names that only operators can give, because listeners would trust them. */
const roleNames: readonly string[] = [
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
];

/**
 * Whether a user name or display name could be taken for the station itself or, if a listener chooses it, for one of
 * its operators. Ignores case, digits that look like letters, and signs between letters.
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
  if (looksLikeAny(name, [...stationNames, ...kept])) return true;
  return isListeners && (looksLikeAny(name, roleNames) || mixesScripts(name));
}

/** Whether a name could be read as one of the others. A name without letters only matches itself. */
export function looksLikeAny(name: string, others: readonly string[]): boolean {
  const folded = fold(name);
  return others.some((other) => (folded === "" ? other === name : readsAs(folded, fold(other))));
}

/** Scripts with letters that look Latin. UTS #39 §5.1. */
const LATIN_LOOKS =
  /[\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}]/u;

function mixesScripts(name: string): boolean {
  return /\p{Script=Latin}/u.test(name) && LATIN_LOOKS.test(name);
}

/** Stands for a character that some read as "i" and others as "l". */
const I_OR_L = "?";

function fold(name: string): string {
  return plainLetters(name)
    .replaceAll(/[^\p{L}\p{N}]/gu, "")
    .replaceAll(/[I1]/g, I_OR_L)
    .toLowerCase()
    .replaceAll(/\d/g, (digit) => lookOfDigit[digit] ?? digit)
    .replaceAll("rn", "m")
    .replaceAll("vv", "w");
}

/** Both folded. */
function readsAs(name: string, other: string): boolean {
  const isSame = (letter: string, place: number): boolean => {
    const pair = [letter, other[place] ?? ""];
    return (
      pair[0] === pair[1] || (pair.includes(I_OR_L) && (pair.includes("i") || pair.includes("l")))
    );
  };
  return name.length === other.length && name.split("").every(isSame);
}
