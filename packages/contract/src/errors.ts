import * as z from "zod/mini";

/** Machine-readable refusal codes. */
export const errorCodes = [
  "invalid_request",
  "not_signed_in",
  "not_allowed",
  "not_found",
  /** The address exists, but not with this method; the Allow header lists the valid ones. */
  "wrong_method",
  "conflict",
  "too_many_requests",
  "queue_full",
  /** The request came too soon after another; `retryAt` says when the next one is allowed. */
  "request_too_soon",
  /** The requester's earlier requests must play first. */
  "too_many_open_requests",
  "name_taken",
  /** The last super admin can't be removed, demoted or disabled. */
  "last_super_admin",
  "comments_off",
  "registration_off",
  "maintenance",
  "too_large",
  /** A file that can't be played, with the reason. */
  "refused_file",
  "unavailable",
  "internal",
] as const;
export type ErrorCode = (typeof errorCodes)[number];

/** The body of every response outside 2xx. `error` is one sentence for people; `field` names the bad input. */
export const apiErrorSchema = z.object({
  error: z.string(),
  code: z.enum(errorCodes),
  field: z.optional(z.string()),
  retryAt: z.optional(z.iso.datetime()),
});
export type ApiError = z.infer<typeof apiErrorSchema>;
