import { isValidNick } from "../protocol/index.ts";

const MAX_TRIES = 8;

/**
 * Nicks to try in turn while registering: the one wanted, the others configured, then the wanted one with "_" and with
 * digits, shortened for servers that allow nine characters only (which they do not say before we are in).
 */
export function nicksToTry(wanted: string, otherNicks: readonly string[]): readonly string[] {
  const short = wanted.slice(0, 8);
  const variants = [`${wanted}_`, `${wanted}2`, `${short}_`, `${short}3`, `${short}4`, `${short}5`];
  const tries = [wanted, ...otherNicks, ...variants].filter((nick) => isValidNick(nick, 64));
  return [...new Set(tries)].slice(0, MAX_TRIES);
}

/** Whether services answer that they have no such command, as Atheme and Anope say it. */
export function isUnknownCommand(text: string): boolean {
  return /\b(?:invalid|unknown) command\b/i.test(text);
}

/** How often the wanted nick is asked for while someone has it. */
export const REGAIN_EVERY_MS = 60_000;
/** How long we leave the nick to a user who took it from us: two clients that both take it back would never stop. */
export const REGAIN_PEACE_MS = 600_000;
