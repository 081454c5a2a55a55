import type { FastifyReply } from "fastify";
import { isOperator, type Caller } from "../identity/rights-rules.ts";
import { ApiFailure } from "./api-failure.ts";
import type { RowPage } from "../database/statements.ts";

/** Sends the total in `X-Total-Count` and the address of the next page, if any, in `Link` (RFC 8288). */
export function addPaging(
  reply: FastifyReply,
  {
    path,
    query,
    page,
  }: {
    readonly path: string;
    readonly query: Readonly<Record<string, string | number | undefined>>;
    readonly page: RowPage<{ readonly id: string }>;
  },
): void {
  reply.header("x-total-count", page.total);
  const last = page.rows.at(-1);
  if (!page.hasMore || last === undefined) return;
  const next = new URLSearchParams({ after: last.id });
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && name !== "after") next.set(name, String(value));
  reply.header("link", `<${path}?${next.toString()}>; rel="next"`);
}

/**
 * Skipped rows are read all the same, so visitors may only skip a limited number.
 * @throws ApiFailure when a visitor skips more than `most` rows
 */
export function requireOffset(
  caller: Caller,
  { offset, most }: { readonly offset: number; readonly most: number },
): void {
  if (offset <= most || isOperator(caller)) return;
  throw new ApiFailure({
    error: `offset: at most ${most} rows can be skipped; continue after a later row with \`after\``,
    code: "invalid_request",
    field: "offset",
  });
}
