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
