const HOST = /^(?:[\w.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/**
 * The address players are given, without a path: the configured one, or the one this request came by.
 * @param host the request's Host header; an invalid one is ignored
 * @returns what `new URL` can read
 */
export function baseUrlOf({
  publicStreamUrl,
  host,
  localAddress,
  localPort,
}: {
  readonly publicStreamUrl: string | null;
  readonly host: string | undefined;
  readonly localAddress: string | undefined;
  readonly localPort: number | undefined;
}): string {
  if (publicStreamUrl !== null) return publicStreamUrl.replace(/\/+$/, "");
  if (host !== undefined && HOST.test(host) && URL.canParse(`http://${host}`))
    return `http://${host}`;
  // RFC 6874: a zone such as %eth0 means something on this machine only, and no URL takes it.
  const address = localAddress?.split("%", 1)[0] ?? "localhost";
  const url = `http://${address.includes(":") ? `[${address}]` : address}:${localPort ?? 80}`;
  return URL.canParse(url) ? url : "http://localhost";
}

/** An address this machine reaches the server by; a wildcard address is reached by loopback. */
export function localUrlOf(host: string, port: number): string {
  if (host === "0.0.0.0" || host === "") return `http://127.0.0.1:${port}`;
  if (host === "::") return `http://[::1]:${port}`;
  return host.includes(":") ? `http://[${host}]:${port}` : `http://${host}:${port}`;
}
