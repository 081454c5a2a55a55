/**
 * Whether an If-None-Match header contains that tag, by the weak comparison [RFC 9110 §13.1.2]. @param etag with its
 * quotes
 */
export function namesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const named = ifNoneMatch.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return named.includes(etag) || named.includes("*");
}
