import path from "node:path";
import * as z from "zod";

/**
 * The first line on the socket for DJs from the web port, as JSON. It is followed by the head of their request and
 * their sound; on-air's answer comes back, all as on the stream port.
 */
export const handedSourceSchema = z.object({
  /** The client's address, behind any trusted proxy. */
  address: z.string().max(64),
});

/** Maximum length of that line, in bytes. */
export const MAX_HANDED_LINE_BYTES = 256;

/** @param linkSocket path of on-air's socket for servers */
export function sourceSocketBeside(linkSocket: string): string {
  return path.join(path.dirname(linkSocket), "sources.sock");
}
