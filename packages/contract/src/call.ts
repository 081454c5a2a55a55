import type * as z from "zod/mini";

/** What a caller needs to know about one HTTP operation. `path` is below the origin and has parameters as `:name`. */
export interface Call {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: `/api/${string}` | "/metrics";
  /** The body is multipart/form-data with one file, in the field of this name; `body` is omitted. */
  readonly fileField?: string;
  /** Headers that the web app sends, as specified. The server ignores them. */
  readonly sentHeaders?: Readonly<Record<string, string>>;
  readonly response: z.ZodMiniType;
}

export type ResponseOf<C extends Call> = z.output<C["response"]>;

/**
 * Checks calls while keeping the exact type of each.
 * @__NO_SIDE_EFFECTS__
 */
export function defineCalls<const Calls extends Readonly<Record<string, Call>>>(
  calls: Calls,
): Calls {
  return calls;
}
