/** Node's codes for certificate problems: OpenSSL's names without X509_V_ERR_. */
const untrusted: ReadonlySet<string> = new Set([
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]);
const wordsByCode: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "its certificate has expired",
  CERT_NOT_YET_VALID: "its certificate is not valid yet: check the clocks of both machines",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is not for the host in NATS_URL",
  ECONNREFUSED: "nothing listens at the host and port in NATS_URL",
  ENOTFOUND: "the host in NATS_URL is not found",
  EAI_AGAIN: "the host in NATS_URL is not found",
};
/** By the name of the client's error. */
const wordsByName: Readonly<Record<string, string>> = {
  AuthorizationError: "it refuses the user and password, or the token, in NATS_URL",
  PermissionViolationError: "the user in NATS_URL may not publish and subscribe neonrelay.*",
  TimeoutError: "it does not respond",
};
/** By the client's message. */
const wordsByMessage: Readonly<Record<string, string>> = {
  "server does not support 'tls'": "it has no TLS, which tls:// in NATS_URL asks for",
  "unexpected response from server":
    "what listens at the host and port in NATS_URL is no nats-server",
};

/** Why a nats-server carries nothing, as words that follow its name. Reveals nothing of NATS_URL. */
export function wordNatsTrouble(error: unknown): string {
  if (!(error instanceof Error)) return "its connection broke";
  const code = codeOf(error);
  if (code !== null && untrusted.has(code))
    return `this machine does not trust its certificate (${code}): name a file with that of its authority in NODE_EXTRA_CA_CERTS`;
  return (
    (code === null ? undefined : wordsByCode[code]) ??
    wordsByName[error.name] ??
    wordsByMessage[error.message] ??
    code ??
    error.message
  );
}

/** The system's error code, from the error or its cause. */
function codeOf(error: Error): string | null {
  if ("code" in error && typeof error.code === "string") return error.code;
  return error.cause instanceof Error ? codeOf(error.cause) : null;
}
