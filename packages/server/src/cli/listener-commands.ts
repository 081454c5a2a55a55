import { readListeningHistory } from "../audience/listening-history.ts";
import { CommandRefusedError, LinkDownError } from "../on-air-link/open-commands.ts";
import { addDays, localDateOf } from "../schedule/local-time-rules.ts";
import { fail, type CommandCall, type CommandParts } from "./command.ts";

const DEFAULT_DAYS = 30;
const MAX_DAYS = 366;

/** Who listens now, the longest first, one a line. */
export async function listListeners(
  { link }: CommandParts,
  { print }: CommandCall,
): Promise<number> {
  if (link === null) return fail(print, "The station is stopped, so nobody listens");
  try {
    const { listeners } = await link.run("listeningNow", {});
    if (listeners.length === 0) print("Nobody listens");
    for (const listener of listeners.toSorted((a, b) => a.startedAtMs - b.startedAtMs)) {
      const { mount, edge, player, device, country, startedAtMs } = listener;
      const from = [country ?? "unknown country", ...(edge === null ? [] : [`edge ${edge}`])];
      const since = new Date(startedAtMs).toISOString();
      print(`${since}  ${mount}  ${player} (${device}), ${from.join(", ")}  ${listener.sessionId}`);
    }
    return 0;
  } catch (error) {
    if (!(error instanceof LinkDownError || error instanceof CommandRefusedError)) throw error;
    return fail(print, error.message);
  }
}

/** How much was listened on each of the last days, the newest last. */
export async function showListeningHistory(
  { database, settings }: CommandParts,
  { args, print }: CommandCall,
): Promise<number> {
  const [option, given] = args;
  const count = option === undefined ? DEFAULT_DAYS : Number(given);
  const isCount = Number.isInteger(count) && count >= 1 && count <= MAX_DAYS;
  if ((option !== undefined && option !== "--days") || !isCount)
    return fail(print, `Give from 1 to ${MAX_DAYS} days: listeners history [--days N]`);
  const { timeZone } = settings.current;
  const nowMs = Date.now();
  const to = localDateOf(nowMs, timeZone);
  const days = { from: addDays(to, 1 - count), to };
  const history = await readListeningHistory({ database, timeZone }, { days, step: "day", nowMs });
  for (const { date, seconds, averageListeners, ...day } of history?.steps ?? []) {
    const peak = day.peakListeners ?? "unknown";
    const uniques = day.uniques?.highest ?? 0;
    print(
      `${date}  hours ${(seconds / 3600).toFixed(1)}, average ${averageListeners}, peak ${peak}, sessions ${day.sessions}, uniques ${uniques}`,
    );
  }
  return 0;
}
