import type { Relay } from "@neonrelay/contract/callers";

/** The station's own weight, and the default for relays. */
const USUAL_WEIGHT = 10;

/** Writes relays as text: one per line, the weight after the address. */
export function relayLines(relays: readonly Relay[]): string {
  return relays.map(({ url, weight }) => `${url} ${weight}`).join("\n");
}

/** Parses relays as written; the station reports what is wrong with them. An invalid weight becomes NaN. */
export function relaysIn(text: string): Relay[] {
  return text.split("\n").flatMap((line) => {
    const [url = "", ...weight] = line.trim().split(/\s+/u);
    if (url === "") return [];
    return [{ url, weight: weight.length === 0 ? USUAL_WEIGHT : Number(weight.join(" ")) }];
  });
}
