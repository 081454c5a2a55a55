const HOST = /^(?:[\w.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/**
 * The address players are given, without a path: the configured one, or the one this request came by.
 * @param host the request's Host header; an invalid one is ignored
 * @returns a string that `new URL` can parse
 */
export function baseUrlOf({
  publicStreamUrl,
  isSecure,
  host,
  localAddress,
  localPort,
}: {
  readonly publicStreamUrl: string | null;
  /** The request came over TLS. */
  readonly isSecure: boolean;
  readonly host: string | undefined;
  readonly localAddress: string | undefined;
  readonly localPort: number | undefined;
}): string {
  if (publicStreamUrl !== null) return publicStreamUrl.replace(/\/+$/, "");
  const scheme = isSecure ? "https" : "http";
  if (host !== undefined && HOST.test(host) && URL.canParse(`${scheme}://${host}`))
    return `${scheme}://${host}`;
  // RFC 6874: a zone such as %eth0 has a meaning only on this machine, and URLs can't contain it.
  const address = localAddress?.split("%", 1)[0] ?? "localhost";
  const url = `${scheme}://${address.includes(":") ? `[${address}]` : address}:${localPort ?? 80}`;
  return URL.canParse(url) ? url : `${scheme}://localhost`;
}

/** An address by which this machine reaches the server; loopback for a wildcard address. */
export function localUrlOf(host: string, port: number, scheme: "http" | "https"): string {
  if (host === "0.0.0.0" || host === "") return `${scheme}://127.0.0.1:${port}`;
  if (host === "::") return `${scheme}://[::1]:${port}`;
  return `${scheme}://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** Where the web app is, as far as the launcher knows. */
interface Site {
  /** The configured public address; null derives it from each request. */
  readonly publicUrl: string | null;
  /** The web port uses TLS. */
  readonly isSecure: boolean;
  /** Where the web app listens. */
  readonly host: string;
  /** null: any free port. */
  readonly port: number | null;
}

const LOOPBACK = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/;

/**
 * Address of the web app, for a visitor of the stream server.
 * @param baseUrl by which they reached it
 * @returns null where they could not reach the web app, or its address is unknown
 */
export function siteUrlOf(
  { publicUrl, isSecure, host, port }: Site,
  baseUrl: string,
): string | null {
  if (publicUrl !== null) return publicUrl;
  const { hostname } = new URL(baseUrl);
  const isLocalOnly = LOOPBACK.test(host) || host === "::1";
  if (port === null || (isLocalOnly && !LOOPBACK.test(hostname))) return null;
  return `${isSecure ? "https" : "http"}://${hostname}:${port}/`;
}
