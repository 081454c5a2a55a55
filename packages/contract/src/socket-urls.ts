/** The parts of a URL, named as in `location` and `URL`. */
interface PageLocation {
  readonly protocol: string;
  readonly hostname: string;
  /** With the port, if any. */
  readonly host: string;
  readonly port: string;
}

/**
 * Candidate socket addresses of a page, in the order to try; undefined when its location has no host. Localhost without
 * a port tries port 5000 first, then the page's own host, for a station on port 80. On OpenBSD the station is behind
 * relayd, and the page's address may not show the port for sockets.
 * @example
 * socketUrls({ protocol: "https:", host: "radio.example", hostname: "radio.example", port: "" })?.[0]; // "wss://radio.example/ws"
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
