import type { LostRows, SessionRow } from "@neonrelay/on-air/protocol";
import type { Connection, Database } from "../database/database.ts";
import { lockUntilEnd } from "../database/transaction-locks.ts";
import {
  boundRollups,
  listenedOf,
  listHashes,
  type Rollup,
  sumDays,
  sumRollups,
  sumSessions,
  usableLostRows,
  usableRows,
} from "./ledger-rules.ts";
import {
  addDaySums,
  addHashes,
  addRollups,
  addSessions,
  findLedgerPosition,
  listPlayAudiences,
  listPlaysWithin,
  listRollupKeys,
  saveLedgerPosition,
  savePlayAudiences,
} from "./ledger-store.ts";
import { addAudience, sumPlays, windowsOf } from "./play-audience-rules.ts";

/** What on-air sent, oldest first. */
interface LedgerRows {
  readonly ledgerId: string;
  readonly rows: readonly SessionRow[];
  readonly lost: readonly LostRows[];
}

/** The number up to which an answer has everything; 0: it is empty. */
export function newestNumber({ rows, lost }: Pick<LedgerRows, "rows" | "lost">): number {
  return Math.max(rows.at(-1)?.number ?? 0, ...lost.map(({ number }) => number));
}

/**
 * Stores rows of the ledger with their position, in one transaction, so that a row that comes twice is stored once.
 * @returns the rows that were new
 */
export async function storeLedgerRows(
  { database, timeZone }: { readonly database: Database; readonly timeZone: string },
  answer: LedgerRows,
): Promise<readonly SessionRow[]> {
  const { ledgerId } = answer;
  const newest = newestNumber(answer);
  return await database.transaction(async (transaction) => {
    await lockUntilEnd(transaction, "audience");
    const stored = await findLedgerPosition(transaction);
    const number = stored?.ledgerId === ledgerId ? stored.number : 0;
    if (newest <= number) return [];
    const rows = usableRows(answer.rows, number);
    const listened = listenedOf({ rows, lost: usableLostRows(answer.lost, number) }, timeZone);
    await addSessions(transaction, sumSessions(rows));
    await storeRollups(transaction, sumRollups(listened, timeZone));
    await addDaySums(transaction, sumDays(listened));
    await addHashes(transaction, listHashes(rows));
    await storePlays(transaction, rows);
    await saveLedgerPosition(transaction, { ledgerId, number: newest });
    return rows;
  });
}

async function storeRollups(transaction: Connection, rollups: readonly Rollup[]): Promise<void> {
  const times = [...new Set(rollups.map(({ atMs }) => atMs))];
  const known = await listRollupKeys(transaction, times);
  await addRollups(transaction, boundRollups(rollups, known));
}

async function storePlays(transaction: Connection, rows: readonly SessionRow[]): Promise<void> {
  if (rows.length === 0) return;
  const fromMs = rows.reduce((least, row) => Math.min(least, row.fromMs), Infinity);
  const toMs = rows.reduce((most, row) => Math.max(most, row.toMs), -Infinity);
  const windows = windowsOf(await listPlaysWithin(transaction, { fromMs, toMs }));
  const added = sumPlays(rows, windows);
  if (added.length === 0) return;
  const stored = await listPlayAudiences(
    transaction,
    added.map(({ playId }) => playId),
  );
  const known = new Map(stored.map((audience) => [audience.playId, audience]));
  await savePlayAudiences(
    transaction,
    added.map((audience) => {
      const before = known.get(audience.playId);
      return before === undefined ? audience : addAudience(before, audience);
    }),
  );
}
