import { apiErrorSchema } from "@neonrelay/contract";
import { documentedErrors } from "./documented-errors.ts";
import { findEndpoint, pathOf } from "./find-endpoint.ts";

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
