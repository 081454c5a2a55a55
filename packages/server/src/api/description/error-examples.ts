import type { ApiError, Endpoint, ErrorCode } from "@neonrelay/contract";
import {
  inMaintenance,
  isVisitorRight,
  offForVisitors,
  roleMayNot,
  signInFirst,
} from "../../identity/rights-rules.ts";
import { notOurPage, ourFault } from "../../http-kit/api-failure.ts";
import type { DocumentedError } from "../documented-answers.ts";

const SOME_TIME = "2026-05-01T20:15:00.000Z";

const examples: Readonly<Record<ErrorCode, ApiError>> = {
  invalid_request: {
    error: "position: must be at least 0",
    code: "invalid_request",
    field: "position",
  },
  not_signed_in: signInFirst,
  not_allowed: roleMayNot,
  not_found: { error: "Nothing here has that id", code: "not_found", field: "id" },
  wrong_method: { error: "This address takes GET, PUT", code: "wrong_method" },
  conflict: { error: "Not possible in the current state", code: "conflict" },
  too_many_requests: {
    error: "Too many requests; wait a moment and try again",
    code: "too_many_requests",
    retryAt: SOME_TIME,
  },
  queue_full: {
    error: "The queue is full; try again after a few tracks have played",
    code: "queue_full",
  },
  request_too_soon: {
    error: "This track was on air recently; you can request it again later",
    code: "request_too_soon",
    retryAt: SOME_TIME,
  },
  too_many_open_requests: {
    error: "Your earlier requests must play first",
    code: "too_many_open_requests",
  },
  name_taken: { error: "That name is taken", code: "name_taken" },
  last_super_admin: {
    error: "The last super_admin can't be removed, demoted or disabled",
    code: "last_super_admin",
  },
  comments_off: { error: "Comments are switched off", code: "comments_off" },
  registration_off: { error: "Registration is closed", code: "registration_off" },
  maintenance: inMaintenance,
  too_large: { error: "The request is too large", code: "too_large" },
  refused_file: { error: "This file contains no playable audio", code: "refused_file" },
  unavailable: {
    error: "The station's database is not responding; try again soon",
    code: "unavailable",
  },
  internal: ourFault,
};

/** Example answer for this error of a call. */
export function exampleOf({ status, code }: DocumentedError, endpoint: Endpoint): ApiError {
  if (status === 415) return { error: "Send the body as application/json", code };
  const isRefusal = code === "not_signed_in" || code === "not_allowed";
  if (isRefusal && endpoint.refusal !== undefined) return { error: endpoint.refusal, code };
  if (isRefusal && isVisitorRight(endpoint.access)) return { error: offForVisitors, code };
  if (code === "not_signed_in" && endpoint.access === "public")
    return { error: "Invalid username or password", code };
  if (code === "not_allowed" && endpoint.access === "public") return notOurPage;
  if (code === "not_found" && endpoint.params === undefined) return { error: "Not found", code };
  return examples[code];
}
