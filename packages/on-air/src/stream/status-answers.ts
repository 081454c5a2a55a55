import type { IncomingMessage, ServerResponse } from "node:http";
import { answerPage, NEVER_KEPT } from "./answers.ts";
import { statusJson } from "./status-json.ts";
import { STATUS_PAGE_POLICY, statusPage } from "./status-page.ts";
import type { StreamStatus } from "./stream-status.ts";

/** The status for programs, in Icecast's form. */
export function answerStatusJson(
  request: IncomingMessage,
  response: ServerResponse,
  status: StreamStatus,
): void {
  answerPage(request, response, {
    contentType: "application/json; charset=utf-8",
    body: statusJson(status),
    headers: [NEVER_KEPT, ["Access-Control-Allow-Origin", "*"]],
  });
}

/** The status for people. */
export function answerStatusPage(
  request: IncomingMessage,
  response: ServerResponse,
  status: StreamStatus,
): void {
  answerPage(request, response, {
    contentType: "text/html; charset=utf-8",
    body: statusPage(status),
    headers: [
      NEVER_KEPT,
      ["Content-Security-Policy", STATUS_PAGE_POLICY],
      ["Referrer-Policy", "no-referrer"],
    ],
  });
}
