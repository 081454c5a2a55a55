import type { ApiError, ErrorCode } from "@neonrelay/contract";

export const statusOf: Readonly<Record<ErrorCode, number>> = {
  invalid_request: 400,
  not_signed_in: 401,
  not_allowed: 403,
  not_found: 404,
  wrong_method: 405,
  conflict: 409,
  queue_full: 409,
  name_taken: 409,
  last_super_admin: 409,
  too_large: 413,
  refused_file: 422,
  too_many_requests: 429,
  request_too_soon: 429,
  too_many_open_requests: 429,
  comments_off: 403,
  registration_off: 403,
  maintenance: 503,
  unavailable: 503,
  internal: 500,
};

/** Carries an expected refusal from a handler to the single place that writes error answers. */
export class ApiFailure extends Error {
  override readonly name = "ApiFailure";
  readonly body: ApiError;
  readonly status: number;

  constructor(body: ApiError, status: number = statusOf[body.code]) {
    super(body.error);
    this.body = body;
    this.status = status;
  }
}

export const notOurPage: ApiError = {
  error: "This call did not come from one of the station's own pages",
  code: "not_allowed",
};
export const nothingInReach: ApiError = {
  error:
    "Neither the stream engine nor the database can be reached; the change is made as soon as one of them responds",
  code: "unavailable",
};
export const ourFault: ApiError = {
  error: "Something went wrong on our side",
  code: "internal",
};
export const nothingHere: ApiError = {
  error: "There is nothing at this address",
  code: "not_found",
};
