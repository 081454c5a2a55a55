import type { Access, Endpoint, ErrorCode } from "@neonrelay/contract";
import { statusOf } from "../http-kit/api-failure.ts";

/** One way in which a call can fail. */
export interface DocumentedError {
  readonly status: number;
  readonly code: ErrorCode;
}

/** Access levels that guests and listeners can have. */
const visitorAccess: readonly Access[] = ["public", "signed-in", "request", "queue_control"];
const WRONG_CONTENT_TYPE: DocumentedError = { status: 415, code: "invalid_request" };

/** Every error of a call: those that follow from its kind, and those it declares itself. */
export function documentedErrors(endpoint: Endpoint): readonly DocumentedError[] {
  const isWrite = endpoint.method !== "GET";
  const codes = new Set<ErrorCode>(endpoint.errors);
  // Any call can name a foreign Host, exceed the limit of simultaneous calls, find the database away, or hit a bug.
  codes.add("invalid_request").add("too_many_requests").add("unavailable").add("internal");
  if (endpoint.params !== undefined) codes.add("not_found");
  if (endpoint.access !== "public") codes.add("not_signed_in").add("not_allowed");
  if (isWrite) codes.add("not_allowed").add("too_large"); // from a foreign page
  const stopsInMaintenance = isWrite && endpoint.staysInMaintenance !== true;
  if (stopsInMaintenance && visitorAccess.includes(endpoint.access)) codes.add("maintenance");
  return [
    ...[...codes].map((code) => ({ status: statusOf[code], code })),
    // Calls that take a file declare their own content type error.
    ...(isWrite && endpoint.fileField === undefined ? [WRONG_CONTENT_TYPE] : []),
  ].toSorted((one, other) => one.status - other.status || one.code.localeCompare(other.code));
}
