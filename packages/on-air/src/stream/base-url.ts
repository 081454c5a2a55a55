const HOST = /^(?:[\w.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/**
 * The address players are given, without a path: the configured one, or the one this request came by.
 * @param host the request's Host header; an invalid one is ignored
 * @returns what `new URL` can read
 */
export function baseUrlOf({
  publicStreamUrl,
  isSecure,
  host,
  localAddress,
  localPort,
}: {
  readonly publicStreamUrl: string | null;
  /** The request came with TLS. */
  readonly isSecure: boolean;
  readonly host: string | undefined;
  readonly localAddress: string | undefined;
  readonly localPort: number | undefined;
}): string {
  if (publicStreamUrl !== null) return publicStreamUrl.replace(/\/+$/, "");
  const scheme = isSecure ? "https" : "http";
  if (host !== undefined && HOST.test(host) && URL.canParse(`${scheme}://${host}`))
    return `${scheme}://${host}`;
  // RFC 6874: a zone such as %eth0 means something on this machine only, and no URL takes it.
  const address = localAddress?.split("%", 1)[0] ?? "localhost";
  const url = `${scheme}://${address.includes(":") ? `[${address}]` : address}:${localPort ?? 80}`;
  return URL.canParse(url) ? url : `${scheme}://localhost`;
}

/** An address this machine reaches the server by; a wildcard address is reached by loopback. */
export function localUrlOf(host: string, port: number, scheme: "http" | "https"): string {
  if (host === "0.0.0.0" || host === "") return `${scheme}://127.0.0.1:${port}`;
  if (host === "::") return `${scheme}://[::1]:${port}`;
  return `${scheme}://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
