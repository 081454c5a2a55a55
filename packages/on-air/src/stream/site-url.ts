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
