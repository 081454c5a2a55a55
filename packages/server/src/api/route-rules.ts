import type { Access } from "@neonrelay/contract";

/** Methods that change nothing. */
export const readingMethods: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Why a route can't be served as declared; null: it can. Pages and files declare no access: they are public and
 * read-only.
 */
export function findRouteProblem({
  methods,
  url,
  access,
  isForAnyone,
}: {
  readonly methods: readonly string[];
  readonly url: string;
  readonly access: Access | undefined;
  readonly isForAnyone: boolean;
}): string | null {
  const isWriting = methods.some((method) => !readingMethods.has(method));
  if (access === undefined && isWriting) return "changes something, so it must declare its access";
  if (access === undefined && isCall(url)) return "is a call, so it must declare its access";
  // The gate would check neither the page it comes from nor the caller.
  if (isWriting && isForAnyone) return "changes something, so it can't be for anyone";
  return null;
}

/** Everything below /api except the description of the calls, which is a page. */
function isCall(url: string): boolean {
  return /^\/api(?:\/|$)/.test(url) && !/^\/api\/(?:openapi\.json$|docs(?:\/|$))/.test(url);
}
