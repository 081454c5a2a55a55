interface OutputAddress {
  readonly host: string;
  readonly port: number;
  readonly mount: string;
  readonly tls: boolean;
  /** undefined: the address has no username. */
  readonly username: string | undefined;
}

const ICECAST_PORT = 8000;

/**
 * The parts of an Icecast mount's address, such as 'http://source@icecast.example.org:8000/live.mp3'. The default port
 * is Icecast's, or with https that of the web. A password in it is dropped.
 * @returns undefined if it isn't a mount's address
 */
export function parseOutputAddress(text: string): OutputAddress | undefined {
  const url = URL.parse(/^[a-z]+:\/\//iu.test(text.trim()) ? text.trim() : `http://${text.trim()}`);
  if (url === null || url.hostname === "" || url.pathname === "/") return undefined;
  const tls = url.protocol === "https:";
  if (!tls && url.protocol !== "http:" && url.protocol !== "icecast:") return undefined;
  const isPortWritten = /^[a-z]+:\/\/[^/]*:80(?:\/|$)/iu.test(text.trim());
  const defaultPort = tls ? 443 : isPortWritten ? 80 : ICECAST_PORT;
  return {
    host: url.hostname.replaceAll(/^\[|\]$/gu, ""),
    port: url.port === "" ? defaultPort : Number(url.port),
    mount: decoded(url.pathname, decodeURI),
    tls,
    username: url.username === "" ? undefined : decoded(url.username, decodeURIComponent),
  };
}

/** Returned unchanged if not encoded, for example a typed '%'. */
function decoded(text: string, decode: (encoded: string) => string): string {
  try {
    return decode(text);
  } catch {
    return text;
  }
}

/** The address an output sends to. */
export function formatOutputAddress({
  host,
  port,
  mount,
  tls,
}: Omit<OutputAddress, "username">): string {
  const name = host.includes(":") ? `[${host}]` : host;
  return `${tls ? "https" : "http"}://${name}:${port}${mount}`;
}
