/** Configuration and observations about a proxy in front of the station. */
export interface ProxySetUp {
  readonly publicUrl: string | null;
  readonly publicStreamUrl: string | null;
  readonly trustProxy: readonly string[];
  /** The station has its own certificate and needs no proxy. */
  readonly isSecure: boolean;
  /**
   * The first address whose forwarding headers were ignored because TRUST_PROXY does not name it; null: none so far.
   */
  readonly ignoredProxy: string | null;
}

/** Inconsistencies, each in sentences that say what to set. */
export function findProxyProblems({
  publicUrl,
  publicStreamUrl,
  trustProxy,
  isSecure,
  ignoredProxy,
}: ProxySetUp): readonly string[] {
  const isEncrypted = publicUrl?.startsWith("https:") === true;
  const problems: string[] = [];
  if (isEncrypted && publicStreamUrl?.startsWith("http:") === true)
    problems.push(
      "PUBLIC_URL is https and PUBLIC_STREAM_URL is http: browsers refuse to play such a stream. Remove PUBLIC_STREAM_URL, or give it an https address.",
    );
  if (ignoredProxy !== null)
    problems.push(
      `A proxy at ${ignoredProxy} forwards requests, but is not in TRUST_PROXY: all its visitors count as one. Add its address to TRUST_PROXY.`,
    );
  else if (isEncrypted && !isSecure && trustProxy.length === 0)
    problems.push(
      "PUBLIC_URL is https and TRUST_PROXY is empty: all visitors behind the proxy count as one. Set TRUST_PROXY to the proxy's address, such as 127.0.0.1.",
    );
  return problems;
}
