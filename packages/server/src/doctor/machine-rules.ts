import { bad, warning, well, type Finding } from "./finding.ts";

const MIB = 1024 ** 2;
/** Room for a backup before an update, plus some albums. */
const COMFORTABLE_BYTES = 1024 * MIB;
const LEAST_BYTES = 64 * MIB;

export function judgeDiskRoom(freeBytes: number): Finding {
  const found = `${Math.floor(freeBytes / MIB).toLocaleString("en-US")} MiB free`;
  const advice = "Free some space, or move DATA_DIR to a larger disk.";
  if (freeBytes < LEAST_BYTES) return bad(found, `${advice} The database may stop within minutes.`);
  return freeBytes < COMFORTABLE_BYTES ? warning(found, advice) : well(found);
}

/** A slower disk delays every change that the database stores. */
const SLOW_MIB_PER_SECOND = 5;
const SLOW_SYNC_MS = 250;

/** @param syncMs time until a small write is on the disk */
export function judgeDiskSpeed({
  bytes,
  writeMs,
  syncMs,
}: {
  readonly bytes: number;
  readonly writeMs: number;
  readonly syncMs: number;
}): Finding {
  const speed = bytes / MIB / (Math.max(writeMs, 0.01) / 1000);
  const found = `writes ${speed.toFixed(speed < 10 ? 1 : 0)} MiB/s, a small write takes ${syncMs.toFixed(1)} ms`;
  return speed < SLOW_MIB_PER_SECOND || syncMs > SLOW_SYNC_MS
    ? warning(
        found,
        "This disk is slow or busy: put DATA_DIR on a local disk, not on a memory card or a network folder.",
      )
    : well(found);
}

/** What the station opens besides its listeners: files, database, decks, browsers. */
const OTHER_FILES = 512;

/** @param limit null: no limit, or unknown on this system */
export function judgeOpenFiles({
  limit,
  maxListeners,
  isStationRunning,
}: {
  readonly limit: number | null;
  readonly maxListeners: number;
  readonly isStationRunning: boolean;
}): Finding {
  if (limit === null) return well("no limit is known");
  const whose = isStationRunning ? "the station" : "this shell";
  const needed = maxListeners + OTHER_FILES;
  const found = `${whose} may open ${limit.toLocaleString("en-US")} files; ${maxListeners.toLocaleString("en-US")} listeners need ${needed.toLocaleString("en-US")}`;
  if (limit >= needed) return well(found);
  const advice =
    "Raise the limit (ulimit -n, or LimitNOFILE in a systemd unit), or allow fewer listeners under Settings, Streaming.";
  return limit < needed / 2 ? bad(found, advice) : warning(found, advice);
}

/** How far our clock is ahead of another one. */
export interface ClockComparison {
  readonly with: string;
  readonly aheadMs: number;
  /** Possible error of the comparison itself. */
  readonly accuracyMs: number;
}

/** A clock that could not be read. */
export interface UnreadClock {
  readonly with: string;
  /** The system's code, or a word or two. */
  readonly reason: string;
}

const untrusted: ReadonlySet<string> = new Set([
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]);
const NOTICEABLE_MS = 2000;
const WRONG_MS = 60_000;

export function judgeClock(clocks: readonly (ClockComparison | UnreadClock)[]): Finding {
  const comparisons = clocks.filter((one) => "aheadMs" in one);
  const [unread] = clocks.filter((one) => "reason" in one);
  if (comparisons.length === 0)
    return well(
      unread === undefined
        ? "not compared: a database server or PUBLIC_URL would be needed to compare the clock with"
        : `not compared: ${wordUnread(unread)}`,
    );
  const off = (one: ClockComparison) => Math.max(0, Math.abs(one.aheadMs) - one.accuracyMs);
  const worst = Math.max(...comparisons.map(off));
  const found = comparisons
    .map((one) =>
      off(one) < NOTICEABLE_MS
        ? `agrees with ${one.with}`
        : `${(Math.abs(one.aheadMs) / 1000).toFixed(1)} s ${one.aheadMs > 0 ? "ahead of" : "behind"} ${one.with}`,
    )
    .join(", ");
  if (worst < NOTICEABLE_MS) return well(found);
  const advice =
    "Switch on time synchronisation on the machine that is wrong (timedatectl set-ntp true): the programme follows this clock.";
  return worst < WRONG_MS ? warning(found, advice) : bad(found, advice);
}

function wordUnread({ with: host, reason }: UnreadClock): string {
  return untrusted.has(reason)
    ? `the certificate of ${host} is not trusted on this machine`
    : `${host} did not tell its time (${reason})`;
}
