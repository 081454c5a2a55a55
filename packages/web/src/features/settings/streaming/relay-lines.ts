import type { Relay } from "@neonrelay/contract/callers";

/** The station's own weight, which a relay without one shares. */
const USUAL_WEIGHT = 10;

/** Relays as people write them: a line each, with the weight behind the address. */
export function relayLines(relays: readonly Relay[]): string {
  return relays.map(({ url, weight }) => `${url} ${weight}`).join("\n");
}

/** The relays of a text, as written: the station says what is wrong with them. A weight that is no number is NaN. */
export function relaysIn(text: string): Relay[] {
  return text.split("\n").flatMap((line) => {
    const [url = "", ...weight] = line.trim().split(/\s+/u);
    if (url === "") return [];
    return [{ url, weight: weight.length === 0 ? USUAL_WEIGHT : Number(weight.join(" ")) }];
  });
}
