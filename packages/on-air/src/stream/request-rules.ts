/**
 * What a listener's Range header means on an endless stream. `short-stream`: AppleCoreMedia asks for titles only after
 * its probe was answered like a stream that ended.
 */
type RangeDecision =
  | { readonly kind: "stream" }
  | { readonly kind: "short-stream" }
  | { readonly kind: "probe"; readonly bytes: number }
  | { readonly kind: "unsatisfiable" };

/** A range from 0 up to this many bytes is a player asking whether ranges work, not a listener. */
const MAX_PROBE_BYTES = 100;

export function decideRange({
  range,
  userAgent,
}: {
  readonly range: string | undefined;
  readonly userAgent: string;
}): RangeDecision {
  const match = /^\s*bytes\s*=\s*(\d{1,16})\s*-\s*(?:(\d{1,16})\s*)?$/i.exec(range ?? "");
  if (match === null) return { kind: "stream" };
  const first = Number(match[1]);
  const last = match[2] === undefined ? Number.POSITIVE_INFINITY : Number(match[2]);
  // Chromium resumes with bytes=N- and would discard N bytes of a 200 answer, playing silence for as long as it had
  // listened.
  if (first > 1) return { kind: "unsatisfiable" };
  if (last < first || last >= MAX_PROBE_BYTES || first !== 0) return { kind: "stream" };
  if (userAgent.includes("AppleCoreMedia")) return { kind: "short-stream" };
  return { kind: "probe", bytes: last + 1 };
}

/** A target is a path, or a whole address as sent by a proxy [RFC 9112 §3.2.2]. */
export function parseTarget(target: string | undefined): URL | undefined {
  if (target === undefined) return undefined;
  if (target.startsWith("/")) return URL.parse(`http://localhost${target}`) ?? undefined;
  return /^https?:\/\//i.test(target) ? (URL.parse(target) ?? undefined) : undefined;
}

/** @param rawHeaders alternating names and values */
export function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  const names = rawHeaders.filter((_, place) => place % 2 === 0);
  return names.filter((name) => name.toLowerCase() === "host").length > 1;
}
