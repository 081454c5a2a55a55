/** The station's names, besides addresses and localhost. */
export interface KnownNames {
  /** Host names without port, in lower case. */
  readonly names: readonly string[];
  /** Origin of PUBLIC_URL, or null. */
  readonly publicOrigin: string | null;
}

/**
 * Whether a Host header names this station. Addresses and localhost always do, as no name server can forge them. Any
 * other name must be known, or a web page could point its own name here (DNS rebinding).
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

/** Whether a call that changes something comes from our own pages or from no page. */
export function isOwnOrigin({
  origin,
  ownOrigin,
  publicOrigin,
  hasCookie,
}: {
  readonly origin: string | undefined;
  /** Scheme, host and port that the request was addressed to. */
  readonly ownOrigin: string;
  readonly publicOrigin: string | null;
  readonly hasCookie: boolean;
}): boolean {
  // Programs send no Origin; a browser that sends cookies always does.
  if (origin === undefined) return !hasCookie;
  return origin === ownOrigin || origin === publicOrigin;
}

/**
 * Added to the refusal of a call: usually it is one of our own pages, behind a proxy that hides its address.
 * @param ownOrigin scheme, host and port that the request was addressed to, as far as we know
 */
export function whyForeign({
  origin,
  ownOrigin,
}: {
  readonly origin: string;
  readonly ownOrigin: string;
}): string {
  const page = URL.parse(origin);
  const own = URL.parse(ownOrigin);
  if (page === null || own === null || page.origin === "null") return "";
  const advice =
    page.host === own.host
      ? "send X-Forwarded-Proto, from an address listed in TRUST_PROXY"
      : "pass on the Host header (nginx: proxy_set_header Host $http_host)";
  return `: the page is at ${page.origin}, the request came to ${own.origin}. If a proxy stands between them, set PUBLIC_URL to the address of the page, or let the proxy ${advice}`;
}

/** The name or address in a Host header, without its port; null if invalid. */
export function hostnameOf(host: string | undefined): string | null {
  // The header goes into our answers' policy, so it may only contain a name, an address and a port.
  if (host === undefined || !/^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(host)) return null;
  const url = URL.parse(`http://${host}`);
  return url === null ? null : url.hostname;
}
