import { isDiskFull } from "@neonrelay/process/disk-full";
import { QueryOverrunError } from "./embedded-database.ts";
import { LeaseLostError } from "./lease-lost.ts";
import { DatabaseBusyError } from "./visitor-reads.ts";

/** Codes of the network, of PostgreSQL's class 08 and 57 (connection lost, shutting down), and of a timed out statement. */
const awayCodes = /^(?:ECONN\w+|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|08\w{3}|57\w{3})$/;
/** What `pg` says without a code. */
const awayMessages =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Query read timeout|The embedded database|Client has encountered a connection error|Client was closed)/;

/** Whether a failure only says that the database is away or too slow now: the same call may work later. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof LeaseLostError) return true;
  if (error instanceof QueryOverrunError || awayMessages.test(error.message)) return true;
  if ("code" in error && typeof error.code === "string" && awayCodes.test(error.code)) return true;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  return isDatabaseAway(error.cause);
}

/** Whether too many reads of visitors wait for the database. */
export function isDatabaseBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error instanceof DatabaseBusyError || isDatabaseBusy(error.cause);
}

/** Whether the embedded database took longer than it may: nothing is wrong with its files. */
export function isOverrun(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error instanceof QueryOverrunError || isOverrun(error.cause);
}

/** PostgreSQL's code for a write in a transaction that reads only. */
const READ_ONLY = "25006";
export const WRITES_HELD_WORDS = "The station is being upgraded; try again in a minute";

/** Whether a statement failed because it writes, and writes are held. */
export function areWritesHeld(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && error.code === READ_ONLY) || areWritesHeld(error.cause);
}

/**
 * PostgreSQL's classes of failures that are not the statement's fault: read-only, rights, a database that is gone,
 * conflicts, no room or memory, objects in use, the system.
 */
const passingCodes = /^(?:25|28|3D|40|53|55|58)\w{3}$/;

/** Whether the same statement may work later, as it is. */
export function mayWorkLater(error: unknown): boolean {
  if (isDatabaseAway(error)) return true;
  if (!(error instanceof Error)) return false;
  if ("code" in error && typeof error.code === "string" && passingCodes.test(error.code))
    return true;
  return mayWorkLater(error.cause);
}

/** PostgreSQL's codes for text, and JSON, with a character it can't hold, which is NUL. */
const unstorableText: readonly unknown[] = ["22021", "22P05"];

/** Whether a failure is due to text from outside that no table can hold. */
export function isUnstorableText(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && unstorableText.includes(error.code)) || isUnstorableText(error.cause);
}

/** What went wrong, in the words of the driver. */
export function reasonOf(cause: unknown): string {
  if (isDiskFull(cause)) return "its disk is full";
  if (cause instanceof AggregateError) return cause.errors.map(reasonOf).join(", ");
  if (!(cause instanceof Error)) return typeof cause === "string" ? cause : JSON.stringify(cause);
  return cause.cause === undefined ? cause.message : reasonOf(cause.cause);
}
