/** The station accepted a sign-in, but the browser has no session. */
export class SessionNotKeptError extends Error {}

interface Browser {
  /** Whether the page was opened over https, or on this machine. */
  readonly isSecure: boolean;
  readonly keepsCookies: boolean;
  /** The page's host, without a protocol. */
  readonly host: string;
}

/** Why a browser has no session after a sign-in, and what to do about it. */
export function whyNotKept({ isSecure, keepsCookies, host }: Browser): string {
  if (!keepsCookies)
    return `Your browser keeps no cookies for ${host}, so it can't stay signed in: allow them, then sign in again`;
  return isSecure
    ? `Your browser did not keep the sign-in: allow cookies for ${host}, then sign in again`
    : `Your browser did not keep the sign-in, because this page is open over http: open https://${host} and sign in there`;
}

/** The error for a sign-in that left a guest. */
export function notKept(): SessionNotKeptError {
  return new SessionNotKeptError(whyNotKept(readBrowser()));
}

const PROBE = "neonrelay_probe=1";

function readBrowser(): Browser {
  document.cookie = `${PROBE}; SameSite=Lax; Path=/`;
  const keepsCookies = document.cookie.split("; ").includes(PROBE);
  document.cookie = `${PROBE}; SameSite=Lax; Path=/; Max-Age=0`;
  return { isSecure: window.isSecureContext, keepsCookies, host: location.host };
}
