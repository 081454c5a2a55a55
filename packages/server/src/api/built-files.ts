import type { FastifyReply } from "fastify";

/** Headers that only concern documents, their workers and their links. */
const forPages = [
  "content-security-policy",
  "cross-origin-opener-policy",
  "permissions-policy",
  "referrer-policy",
  "x-dns-prefetch-control",
  "x-download-options",
  "x-frame-options",
  "x-permitted-cross-domain-policies",
  "x-xss-protection",
] as const;

const forGood = "public, max-age=31536000, immutable";

/** Cache lifetime of a built file: for ever if its name has a content hash. */
export function cacheFor(reply: FastifyReply, file: string): void {
  reply.header("cache-control", isHashed(file) ? forGood : "no-cache");
  // Browsers apply these to pages only, and the policy is longer than some of the files.
  if (isHashed(file)) for (const name of forPages) reply.removeHeader(name);
}

/**
 * Vite puts a content hash into its file names: `assets/name-<hash>.ext`; in the documentation also `assets/chunks/`.
 */
function isHashed(file: string): boolean {
  return /[\\/]assets[\\/](?:chunks[\\/])?[^\\/]+$/.test(file);
}
