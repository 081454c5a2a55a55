/** An input violates something that must hold for every input. */
export class BrokenPromiseError extends Error {
  override readonly name = "BrokenPromiseError";
}

export function expectThat(isTrue: boolean, what: string, shown?: unknown): void {
  if (isTrue) return;
  const detail = shown === undefined ? "" : `: ${(JSON.stringify(shown) ?? "").slice(0, 300)}`;
  throw new BrokenPromiseError(`${what}${detail}`);
}

/** Expects both to be deeply equal. */
export function expectSame(left: unknown, right: unknown, what: string): void {
  const [one, other] = [asText(left), asText(right)];
  if (one !== other)
    throw new BrokenPromiseError(`${what}: ${one.slice(0, 200)} and ${other.slice(0, 200)}`);
}

/** For text that goes into one line of a protocol or a log. */
export function expectOneLine(text: string, what: string): void {
  expectThat(!/[\r\n\0]/.test(text), `${what} has a line break or NUL`, text);
}

const plainPrototypes: readonly unknown[] = [
  null,
  Object.prototype,
  Array.prototype,
  Map.prototype,
  Set.prototype,
  Date.prototype,
  Buffer.prototype,
  Uint8Array.prototype,
];
const DEEPEST = 20;

/** Expects that no key of the input became a prototype of the result. */
export function expectPlain(value: unknown, what: string, depth = 0): void {
  if (typeof value !== "object" || value === null || depth > DEEPEST) return;
  expectThat(
    plainPrototypes.includes(Object.getPrototypeOf(value)),
    `${what} has a prototype that came from outside`,
  );
  if (ArrayBuffer.isView(value)) return;
  const inside = value instanceof Map ? value.values() : Object.values(value);
  for (const part of inside) expectPlain(part, what, depth + 1);
}

/** Runs something that may throw declared errors. @returns undefined after one of those */
export function orRefused<Outcome>(
  work: () => Outcome,
  refusals: readonly (new (...parts: never[]) => Error)[],
): Outcome | undefined {
  try {
    return work();
  } catch (error) {
    if (refusals.some((refusal) => error instanceof refusal)) return undefined;
    throw error;
  }
}

/** The async version of {@link orRefused}. */
export async function orRefusedLater<Outcome>(
  work: () => Promise<Outcome>,
  refusals: readonly (new (...parts: never[]) => Error)[],
): Promise<Outcome | undefined> {
  try {
    return await work();
  } catch (error) {
    if (refusals.some((refusal) => error instanceof refusal)) return undefined;
    throw error;
  }
}

function asText(value: unknown): string {
  return (
    JSON.stringify(value, (_key, part: unknown) =>
      part instanceof Map ? [...part] : typeof part === "bigint" ? `${part}n` : part,
    ) ?? "undefined"
  );
}
