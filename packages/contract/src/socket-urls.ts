/** The parts of a URL, named as in `location` and `URL`. */
interface PageLocation {
  readonly protocol: string;
  readonly hostname: string;
  /** With the port, if any. */
  readonly host: string;
  readonly port: string;
}

/**
 * Where the socket of a page can be, to be tried in this order; undefined when its location names no host. A localhost
 * address without a port means port 5000; a station served on port 80 is found after it. In front of a station on
 * OpenBSD stands relayd, and the page's address need not say on which port it takes sockets.
 */
export function socketUrls(page: PageLocation): readonly [string, ...string[]] | undefined {
  const { protocol, hostname, host, port } = page;
  if (hostname === "") return undefined;
  const scheme = protocol === "https:" ? "wss" : "ws";
  const own = `${scheme}://${host}/ws`;
  if (hostname === "localhost" && port === "") return [`${scheme}://localhost:5000/ws`, own];
  if (!hostname.toLowerCase().includes("openbsd")) return [own];
  const usualPort = protocol === "https:" ? 443 : 5000;
  return [own, `${scheme}://${hostname}:${usualPort}/ws`, `${scheme}://${hostname}/ws`];
}
