import { isDiskFull } from "@neonrelay/process/disk-full";
import { QueryOverrunError } from "./embedded-database.ts";
import { LeaseLostError } from "./node-lease-rules.ts";
import { DatabaseBusyError } from "./visitor-reads.ts";

/** Network errors, PostgreSQL's classes 08 and 57 (connection lost, shutting down), and statement timeouts. */
const awayCodes = /^(?:ECONN\w+|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|08\w{3}|57\w{3})$/;
/** Messages of `pg` that come without a code. */
const awayMessages =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Query read timeout|The embedded database|Client has encountered a connection error|Client was closed)/;

/** Whether the database is only unreachable or too slow now, so the same call may succeed later. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof LeaseLostError) return true;
  if (error instanceof QueryOverrunError || awayMessages.test(error.message)) return true;
  if ("code" in error && typeof error.code === "string" && awayCodes.test(error.code)) return true;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  return isDatabaseAway(error.cause);
}

/** Whether too many visitor reads are queued for the database. */
export function isDatabaseBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error instanceof DatabaseBusyError || isDatabaseBusy(error.cause);
}

/** Whether the embedded database exceeded its time limit; its files are fine. */
export function isOverrun(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error instanceof QueryOverrunError || isOverrun(error.cause);
}

/** PostgreSQL's code for a write in a read-only transaction. */
const READ_ONLY = "25006";
export const WRITES_HELD_WORDS = "The station is being upgraded; try again in a minute";

/** Whether a statement failed because it writes while writes are held. */
export function areWritesHeld(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && error.code === READ_ONLY) || areWritesHeld(error.cause);
}

/**
 * PostgreSQL's error classes that are not the statement's fault: read-only, permissions, a missing database, conflicts,
 * no disk or memory, objects in use, system errors.
 */
const passingCodes = /^(?:25|28|3D|40|53|55|58)\w{3}$/;

/** Whether the same statement may succeed later, unchanged. */
export function mayWorkLater(error: unknown): boolean {
  if (isDatabaseAway(error)) return true;
  if (!(error instanceof Error)) return false;
  if ("code" in error && typeof error.code === "string" && passingCodes.test(error.code))
    return true;
  return mayWorkLater(error.cause);
}

/** PostgreSQL's codes for text and JSON with a character it can't store: NUL. */
const unstorableText: readonly unknown[] = ["22021", "22P05"];

/** Whether a failure is due to outside text that no table can store. */
export function isUnstorableText(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && unstorableText.includes(error.code)) || isUnstorableText(error.cause);
}

/** The cause in the driver's own words. */
export function reasonOf(cause: unknown): string {
  if (isDiskFull(cause)) return "its disk is full";
  if (cause instanceof AggregateError) return cause.errors.map(reasonOf).join(", ");
  if (!(cause instanceof Error)) return typeof cause === "string" ? cause : JSON.stringify(cause);
  return cause.cause === undefined ? cause.message : reasonOf(cause.cause);
}
