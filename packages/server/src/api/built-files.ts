import type { FastifyReply } from "fastify";

/** What only tells a browser how to treat a document, its workers and its links. */
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

/** How long browsers keep a built file: for good when its name has a hash of its content. */
export function cacheFor(reply: FastifyReply, file: string): void {
  reply.header("cache-control", isHashed(file) ? forGood : "no-cache");
  // Browsers apply these to pages only; the policy is longer than some of the files.
  if (isHashed(file)) for (const name of forPages) reply.removeHeader(name);
}

/** Vite names what it builds after its content: `assets/name-<hash>.ext`, the documentation also `assets/chunks/`. */
function isHashed(file: string): boolean {
  return /[\\/]assets[\\/](?:chunks[\\/])?[^\\/]+$/.test(file);
}
