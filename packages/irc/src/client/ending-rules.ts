/** Why a connection ended or was never made. */
export type Ending =
  /** No connection was made; the reason is the system's. */
  | { readonly kind: "unreachable"; readonly reason: string }
  /** The certificate is not trusted, or the other end does not speak TLS. */
  | { readonly kind: "tls"; readonly reason: string }
  | { readonly kind: "connect-timeout" }
  | { readonly kind: "registration-timeout" }
  | { readonly kind: "ping-timeout" }
  /** With the text of the server's ERROR, if it sent one. */
  | { readonly kind: "closed"; readonly error: string }
  | { readonly kind: "banned"; readonly reason: string }
  | { readonly kind: "throttled"; readonly reason: string }
  | { readonly kind: "flooded"; readonly reason: string }
  | { readonly kind: "wrong-password"; readonly reason: string }
  | { readonly kind: "sasl-failed"; readonly reason: string }
  | { readonly kind: "sasl-missing" }
  | { readonly kind: "sasl-needs-tls" }
  | { readonly kind: "no-nick" }
  | { readonly kind: "sts-upgrade"; readonly port: number };

/** Attempts so far. */
export interface ReconnectHistory {
  /** Attempts since the last healthy session. */
  readonly tries: number;
  /** When that session, or the first attempt, ended, in ms since 1970; null before any. */
  readonly troubleSinceMs: number | null;
  readonly saslFailures: number;
}

export type ReconnectDecision =
  | {
      readonly kind: "retry";
      readonly delayMs: number;
      readonly reason: string;
      readonly needsAttention: boolean;
      readonly history: ReconnectHistory;
    }
  | { readonly kind: "stop"; readonly reason: string };

export const FIRST_HISTORY: ReconnectHistory = { tries: 0, troubleSinceMs: null, saslFailures: 0 };

const FIRST_DELAY_MS = 5_000;
/** With jitter of a fifth, 15 s: most servers are back within minutes, and people wait for the chat. */
const MAX_EARLY_DELAY_MS = 12_500;
const EARLY_MS = 300_000;
const MAX_DELAY_MS = 300_000;
/** Servers take a while to notice that our old connection is dead; until then it holds our nick. */
const GHOST_DELAY_MS = 12_500;
const THROTTLED_DELAY_MS = 60_000;
/** Services that are down refuse correct passwords. */
const SASL_DELAY_MS = 900_000;
/** A session this long was healthy; earlier failures no longer count. */
const HEALTHY_AFTER_MS = 30_000;

/**
 * Classifies the server's closing message.
 * @param error from ERROR or 465 on this connection only: elsewhere the words mean something else
 */
export function classifyError(error: string): Ending {
  if (/throttl|too (?:fast|many connections)|reconnecting too/i.test(error))
    return { kind: "throttled", reason: error };
  if (/excess flood|recvq exceeded|max sendq/i.test(error))
    return { kind: "flooded", reason: error };
  if (isBan(error)) return { kind: "banned", reason: error };
  if (/(?:bad|invalid|incorrect|wrong) password|password (?:incorrect|mismatch)/i.test(error))
    return { kind: "wrong-password", reason: error };
  return { kind: "closed", error };
}

/**
 * When to reconnect. Retries go on for ever: after 5 s, then at most 15 s for 5 min, then a fifth of the time the
 * trouble has lasted, up to 5 min, each with up to a fifth of jitter. No retry after a ban or a wrong server password.
 * @param random from 0 to below 1
 */
export function decideReconnect({
  ending,
  history,
  registeredForMs,
  nowMs,
  random,
}: {
  readonly ending: Ending;
  readonly history: ReconnectHistory;
  readonly registeredForMs: number;
  readonly nowMs: number;
  readonly random: number;
}): ReconnectDecision {
  const reason = describeEnding(ending);
  if (ending.kind === "sts-upgrade")
    return { kind: "retry", delayMs: 0, reason, needsAttention: false, history };
  if (isFinal(ending)) return { kind: "stop", reason };
  const isHealthy = registeredForMs >= HEALTHY_AFTER_MS;
  const tries = isHealthy ? 0 : history.tries;
  const troubleSinceMs = (isHealthy ? null : history.troubleSinceMs) ?? nowMs;
  const saslFailures =
    ending.kind === "sasl-failed"
      ? history.saslFailures + 1
      : registeredForMs > 0
        ? 0
        : history.saslFailures;
  const baseMs = Math.max(
    growingDelayMs(tries, nowMs - troubleSinceMs),
    shortestDelayMs(ending, saslFailures),
  );
  return {
    kind: "retry",
    delayMs: Math.round(baseMs * (1 + random / 5)),
    reason,
    needsAttention:
      ending.kind === "tls" || ending.kind === "sasl-missing" || ending.kind === "sasl-failed",
    history: { tries: tries + 1, troubleSinceMs, saslFailures },
  };
}

/** Why a connection ended, in words for people. */
export function describeEnding(ending: Ending): string {
  switch (ending.kind) {
    case "unreachable":
      return `the server can't be reached: ${ending.reason}`;
    case "tls":
      return `no secure connection could be made: ${ending.reason}`;
    case "connect-timeout":
      return "the server did not respond in time";
    case "registration-timeout":
      return "registration took too long";
    case "ping-timeout":
      return "the server stopped responding";
    case "closed":
      return ending.error === ""
        ? "the server closed the connection"
        : `the server closed the connection: ${ending.error}`;
    case "banned":
      return `the network has banned us: ${ending.reason}`;
    case "throttled":
      return `the server says we connect too often: ${ending.reason}`;
    case "flooded":
      return `the server says we send too much: ${ending.reason}`;
    case "wrong-password":
      return `the server refused the server password: ${ending.reason}`;
    case "sasl-failed":
      return `the network refused our account: ${ending.reason}`;
    case "sasl-missing":
      return "the network does not offer account sign-in at the moment";
    case "sasl-needs-tls":
      return "we do not send an account's password without TLS";
    case "no-nick":
      return "every nick we tried was taken or refused";
    case "sts-upgrade":
      return "the server requires TLS";
    default:
      return ending satisfies never;
  }
}

/** A KILL ends this connection only, whatever its reason says. Our own user@host may also contain the words. */
function isBan(error: string): boolean {
  const all = error.split(/\s+/);
  const ourName = all.findIndex((word) => word.includes("@"));
  const words = all.filter((_word, place) => place !== ourName).join(" ");
  const ban = words.search(/\bbanned\b|\b[dgkqz]-?lined?\b/i);
  const kill = words.search(/\bkilled\b/i);
  return ban !== -1 && (kill === -1 || ban < kill);
}

function isFinal(ending: Ending): boolean {
  return (
    ending.kind === "banned" || ending.kind === "wrong-password" || ending.kind === "sasl-needs-tls"
  );
}

function growingDelayMs(tries: number, troubleMs: number): number {
  if (troubleMs >= EARLY_MS) return Math.min(MAX_DELAY_MS, troubleMs / 5);
  return Math.min(MAX_EARLY_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(tries, 10));
}

function shortestDelayMs({ kind }: Ending, saslFailures: number): number {
  if (kind === "ping-timeout" || kind === "no-nick") return GHOST_DELAY_MS;
  if (kind === "throttled") return THROTTLED_DELAY_MS;
  return kind === "sasl-failed" && saslFailures >= 2 ? SASL_DELAY_MS : 0;
}
