import { isDiskFull } from "@neonrelay/process/disk-full";
import type { ApiError } from "@neonrelay/contract";
import type { Logger } from "@neonrelay/process/log";
import type { FastifyError, FastifyInstance } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import { z } from "zod";
import {
  areWritesHeld,
  isDatabaseAway,
  isDatabaseBusy,
  isUnstorableText,
  WRITES_HELD_WORDS,
} from "../database/database-failures.ts";
import { wordInvalidInput } from "../http-kit/invalid-input-words.ts";
import { unreadableBody } from "../http-kit/json-body.ts";
import { ApiFailure, nothingHere, ourFault } from "../http-kit/api-failure.ts";

const BUSY_RETRY_MS = 1000;

/** The single place that turns a call's failures into words. */
export function addErrorAnswers(app: FastifyInstance, log: Logger): void {
  // Set for zod as a whole, so calls, the socket and station commands all get these words.
  z.config({ customError: wordInvalidInput });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const { status, body } = describeFailure(error);
    const isExpected = error instanceof ApiFailure || areWritesHeld(error) || isDatabaseBusy(error);
    if (status >= 500 && !isExpected)
      log.error({ error, method: request.method, route: request.routeOptions.url }, "call failed");
    if (body.retryAt !== undefined) {
      const waitMs = Math.max(Date.parse(body.retryAt) - Date.now(), 0);
      reply.header("retry-after", Math.ceil(waitMs / 1000));
    }
    return reply
      .code(status)
      .type("application/json; charset=utf-8")
      .serializer(JSON.stringify)
      .send(body);
  });
}

function describeFailure(error: FastifyError): {
  readonly status: number;
  readonly body: ApiError;
} {
  if (error instanceof ApiFailure) return { status: error.status, body: error.body };
  if (hasZodFastifySchemaValidationErrors(error)) return describeInvalid(error);
  if (isDiskFull(error))
    return {
      status: 503,
      body: { error: "The station's disk is full; free some space", code: "unavailable" },
    };
  if (isDatabaseBusy(error))
    return {
      status: 503,
      body: {
        error: "The station has too many calls to answer; try again in a moment",
        code: "unavailable",
        retryAt: new Date(Date.now() + BUSY_RETRY_MS).toISOString(),
      },
    };
  if (isDatabaseAway(error))
    return {
      status: 503,
      body: {
        error: "The station's database is not responding; try again soon",
        code: "unavailable",
      },
    };
  if (areWritesHeld(error))
    return { status: 503, body: { error: WRITES_HELD_WORDS, code: "unavailable" } };
  if (isUnstorableText(error))
    return {
      status: 400,
      body: {
        error: "The text contains a character that can't be stored",
        code: "invalid_request",
      },
    };
  const status = error.statusCode ?? 500;
  switch (status) {
    case 400:
      return {
        status,
        body: unreadableBody,
      };
    case 403: // a path that leads out of the web app's folder
    case 404:
      return { status: 404, body: nothingHere };
    case 412:
    case 416:
      return {
        status,
        body: {
          error: "The file does not meet the conditions of the request",
          code: "invalid_request",
        },
      };
    case 413:
      return { status, body: { error: "The request is too large", code: "too_large" } };
    case 415:
      return {
        status,
        body: { error: "Send the body as application/json", code: "invalid_request" },
      };
    default:
      return { status: 500, body: ourFault };
  }
}

function describeInvalid(error: {
  readonly validationContext?: string | undefined;
  readonly validation: readonly { readonly instancePath: string; readonly message?: string }[];
}): { readonly status: number; readonly body: ApiError } {
  const [issue] = error.validation;
  const path = (issue?.instancePath ?? "").split("/").filter((part) => part !== "");
  const field = path.length === 0 ? (error.validationContext ?? "body") : path.join(".");
  // A malformed path parameter can't name anything: not found.
  if (error.validationContext === "params")
    return {
      status: 404,
      body: { error: `Nothing here has that ${field}`, code: "not_found", field },
    };
  const message = issue?.message ?? "invalid";
  return { status: 400, body: { error: `${field}: ${message}`, code: "invalid_request", field } };
}
