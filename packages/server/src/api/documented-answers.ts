import { type Access, apiErrorSchema, type Endpoint, type ErrorCode } from "@neonrelay/contract";
import { findEndpoint, pathOf } from "./find-endpoint.ts";
import { statusOf } from "../http-kit/api-failure.ts";

/**
 * Makes every HTTP test verify the API description.
 * @throws when a call answers in a way that its description does not name
 */
export function requireDocumented({
  method,
  target,
  status,
  body,
}: {
  readonly method: string;
  /** Path with query. */
  readonly target: string;
  readonly status: number;
  readonly body: unknown;
}): void {
  const endpoint = findEndpoint(method, pathOf(target));
  if (endpoint === null) return;
  if (endpoint.mediaType !== undefined && (status === 200 || status === 304)) return;
  const isOwnAnswer = status === 200 || (status === 503 && endpoint.answersWhenDown === true);
  if (isOwnAnswer && endpoint.response.safeParse(body).success) return;
  const parsed = apiErrorSchema.safeParse(body);
  const isDocumented =
    parsed.success &&
    documentedErrors(endpoint).some(
      (error) => error.status === status && error.code === parsed.data.code,
    );
  if (!isDocumented)
    throw new Error(
      `${method} ${endpoint.path} answered ${status} ${JSON.stringify(body)}, which its endpoint in the contract does not name (see errors and response)`,
    );
}

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
