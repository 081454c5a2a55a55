import { isDiskFull } from "@neonrelay/process/disk-full";
import { StartUpError } from "@neonrelay/process/part";
import { ConfigError } from "./config.ts";

/** One sentence for a failure that people can fix; null for a bug. */
export function inWords(error: unknown): string | null {
  if (error instanceof StartUpError || error instanceof ConfigError) return error.message;
  if (!(error instanceof Error) || !isDiskFull(error)) return null;
  const place = "path" in error && typeof error.path === "string" ? error.path : null;
  return place === null
    ? "A disk that it writes to is full, most likely that of DATA_DIR: free some space, then try again."
    : `The disk with ${place} is full: free some space, then try again.`;
}
