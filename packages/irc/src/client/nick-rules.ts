import { isValidNick } from "../protocol/index.ts";

const MAX_TRIES = 8;

/**
 * Nicks to try in order while registering: the wanted one, the configured alternatives, then the wanted one with "_"
 * and with digits, shortened for servers that allow only nine characters (which they announce only after registration).
 */
export function nicksToTry(wanted: string, otherNicks: readonly string[]): readonly string[] {
  const short = wanted.slice(0, 8);
  const variants = [`${wanted}_`, `${wanted}2`, `${short}_`, `${short}3`, `${short}4`, `${short}5`];
  const tries = [wanted, ...otherNicks, ...variants].filter((nick) => isValidNick(nick, 64));
  return [...new Set(tries)].slice(0, MAX_TRIES);
}

/** Whether services report an unknown command, in the words of Atheme or Anope. */
export function isUnknownCommand(text: string): boolean {
  return /\b(?:invalid|unknown) command\b/i.test(text);
}

/** Retry interval while someone else has the wanted nick. */
export const REGAIN_EVERY_MS = 60_000;
/** How long we leave the nick to a user who took it from us: two clients that both fight for it would never stop. */
export const REGAIN_PEACE_MS = 600_000;
