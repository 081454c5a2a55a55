import { CHAT_NAME_LENGTHS } from "@neonrelay/contract";

const endings = ["_", ...Array.from({ length: 98 }, (_, index) => String(index + 2))];

/** Names to choose from when one is taken, the nearest first, none longer than a name may be. */
export function nearNames(name: string): readonly string[] {
  return endings.map((ending) => name.slice(0, CHAT_NAME_LENGTHS.longest - ending.length) + ending);
}
