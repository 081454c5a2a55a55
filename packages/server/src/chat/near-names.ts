import { CHAT_NAME_LENGTHS } from "@neonrelay/contract";

const endings = ["_", ...Array.from({ length: 98 }, (_, index) => String(index + 2))];

/** Alternatives for a taken name, nearest first, within the length limit. */
export function nearNames(name: string): readonly string[] {
  return endings.map((ending) => name.slice(0, CHAT_NAME_LENGTHS.longest - ending.length) + ending);
}
