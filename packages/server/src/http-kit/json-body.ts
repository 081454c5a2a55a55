import type { FastifyInstance } from "fastify";
import { ApiFailure } from "./api-failure.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Accepts only JSON in UTF-8 as a body; an empty body counts as none. */
export function addJsonBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser(["application/json", "text/plain"]);
  app.addContentTypeParser<Buffer>(
    "application/json",
    { parseAs: "buffer" },
    (request, body, done) => {
      if (body.length === 0) return done(null, undefined);
      const text = decode(body);
      if (text === null) return done(new ApiFailure(unreadableBody), undefined);
      void parseJson(request, text, done);
    },
  );
}

/** The answer to anything that is not JSON. */
export const unreadableBody = {
  error: "The body of the request can't be read as JSON",
  code: "invalid_request",
  field: "body",
} as const;

function decode(bytes: Buffer): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null; // not UTF-8
  }
}
