/** Which letters of nicks and channel names are the same, ISUPPORT CASEMAPPING. */
export type Casemapping = "ascii" | "rfc1459" | "rfc1459-strict";

/**
 * Maps two names to equal strings exactly if they are the same name. Not for display.
 * @example
 * foldName("Bob[1]", "rfc1459"); // "bob{1}"
 */
export function foldName(name: string, casemapping: Casemapping): string {
  switch (casemapping) {
    case "ascii":
      return name.replaceAll(/[A-Z]/g, lower);
    case "rfc1459":
      return name.replaceAll(/[A-Z[\]\\~]/g, lower);
    case "rfc1459-strict":
      return name.replaceAll(/[A-Z[\]\\]/g, lower);
    default:
      return casemapping satisfies never;
  }
}

/**
 * Whether two names are the same.
 * @example
 * isSameName("#Radio", "#radio", "ascii"); // true
 */
export function isSameName(left: string, right: string, casemapping: Casemapping): boolean {
  return foldName(left, casemapping) === foldName(right, casemapping);
}

/** `[ ] \` sit 32 below `{ } |`, as capitals do; "~" is the capital of "^" by decree. */
function lower(character: string): string {
  return character === "~" ? "^" : String.fromCodePoint((character.codePointAt(0) ?? 0) + 32);
}

/**
 * A map keyed by nick or channel that ignores case and keeps the last spelling.
 * @example
 * const ages = new NameMap("ascii");
 * ages.set("Ann", 7);
 * ages.get("ANN"); // 7
 */
export class NameMap<Value> {
  readonly #entries = new Map<string, { readonly name: string; readonly value: Value }>();
  #casemapping: Casemapping;

  constructor(casemapping: Casemapping) {
    this.#casemapping = casemapping;
  }

  get size(): number {
    return this.#entries.size;
  }

  has(name: string): boolean {
    return this.#entries.has(foldName(name, this.#casemapping));
  }

  get(name: string): Value | undefined {
    return this.#entries.get(foldName(name, this.#casemapping))?.value;
  }

  set(name: string, value: Value): void {
    this.#entries.set(foldName(name, this.#casemapping), { name, value });
  }

  delete(name: string): boolean {
    return this.#entries.delete(foldName(name, this.#casemapping));
  }

  clear(): void {
    this.#entries.clear();
  }

  /** Names as last written, in insertion order. */
  names(): readonly string[] {
    return [...this.#entries.values()].map(({ name }) => name);
  }

  values(): readonly Value[] {
    return [...this.#entries.values()].map(({ value }) => value);
  }

  /** Switches the casemapping. Of names that become equal, the later one stays. */
  refold(casemapping: Casemapping): void {
    const entries = [...this.#entries.values()];
    this.#casemapping = casemapping;
    this.#entries.clear();
    for (const { name, value } of entries) this.set(name, value);
  }
}
