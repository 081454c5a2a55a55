import * as z from "zod/mini";

/** Machine names of refusals a caller may branch on. */
export const errorCodes = [
  "invalid_request",
  "not_signed_in",
  "not_allowed",
  "not_found",
  "conflict",
  "too_many_requests",
  "queue_full",
  "unavailable",
  "internal",
] as const;
export type ErrorCode = (typeof errorCodes)[number];

/** The body of every answer outside 2xx. `error` is one sentence for people; `field` names the bad input. */
export const apiErrorSchema = z.object({
  error: z.string(),
  code: z.enum(errorCodes),
  field: z.optional(z.string()),
  retryAt: z.optional(z.iso.datetime()),
});
export type ApiError = z.infer<typeof apiErrorSchema>;
