import type { SessionRow } from "@neonrelay/on-air/protocol";

/** Noon of a station in UTC. */
export const noonMs = Date.UTC(2030, 0, 10, 12);

/** An id that tells its number. */
export function sessionId(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
}

/** A whole session of a minute from noon on, unless something else is given. */
export function sessionRow(number: number, more: Partial<SessionRow> = {}): SessionRow {
  const fromMs = more.fromMs ?? noonMs;
  const toMs = more.toMs ?? fromMs + 60_000;
  return {
    number,
    sessionId: sessionId(number),
    startedAtMs: fromMs,
    fromMs,
    toMs,
    seconds: (toMs - fromMs) / 1000,
    bytes: 1000,
    isFirst: true,
    isLast: true,
    day: "2030-01-10",
    hash: String(number).padStart(32, "0"),
    mount: "/stream.mp3",
    via: "stream",
    edge: null,
    player: "VLC",
    device: "computer",
    country: "DE",
    subdivision: null,
    address: null,
    ...more,
  };
}
