/** A target is a path, or the whole address as a proxy sends it [RFC 9112 §3.2.2]. */
export function parseTarget(target: string | undefined): URL | undefined {
  if (target === undefined) return undefined;
  if (target.startsWith("/")) return URL.parse(`http://localhost${target}`) ?? undefined;
  return /^https?:\/\//i.test(target) ? (URL.parse(target) ?? undefined) : undefined;
}
