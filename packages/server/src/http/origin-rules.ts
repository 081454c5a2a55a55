/** Where the station is reached besides addresses and localhost. */
export interface KnownNames {
  /** Host names without port, in lower case. */
  readonly names: readonly string[];
  /** Origin of PUBLIC_URL, or null. */
  readonly publicOrigin: string | null;
}

/**
 * Whether a Host header names this station. Addresses and localhost always do: no name server lies about them.
 * Any other name must be known, or a web page could point its own name here (DNS rebinding).
 */
export function isKnownHost(
  host: string | undefined,
  { names, publicOrigin }: KnownNames,
): boolean {
  const hostname = hostnameOf(host);
  if (hostname === null) return false;
  if (hostname === "localhost" || hostname.endsWith(".localhost")) return true;
  if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(hostname) || hostname.startsWith("[")) return true;
  return (
    names.includes(hostname) ||
    (publicOrigin !== null && hostname === new URL(publicOrigin).hostname)
  );
}

/** Whether a call that changes something comes from our own pages, or from no page at all. */
export function isOwnOrigin({
  origin,
  ownOrigin,
  publicOrigin,
  hasCookie,
}: {
  readonly origin: string | undefined;
  /** Scheme, host and port the request was made to. */
  readonly ownOrigin: string;
  readonly publicOrigin: string | null;
  readonly hasCookie: boolean;
}): boolean {
  // Programs send no Origin; a browser that sends cookies always does.
  if (origin === undefined) return !hasCookie;
  return origin === ownOrigin || origin === publicOrigin;
}

/** The name or address in a Host header, without its port; null when it is not one. */
export function hostnameOf(host: string | undefined): string | null {
  // The header goes into the policy of our answers, so nothing but a name, an address and a port may be in it.
  if (host === undefined || !/^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(host)) return null;
  const url = URL.parse(`http://${host}`);
  return url === null ? null : url.hostname;
}
