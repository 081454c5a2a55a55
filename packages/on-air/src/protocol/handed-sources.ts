import path from "node:path";
import * as z from "zod";

/**
 * The first line on the socket for DJs who came by the web port, as JSON. Behind it come the head of their request, then
 * their sound, and on-air's answer comes back, all as on the stream port.
 */
export const handedSourceSchema = z.object({
  /** Where the client is, behind any trusted proxy. */
  address: z.string().max(64),
});

/** The longest such line, in bytes. */
export const MAX_HANDED_LINE_BYTES = 256;

/** @param linkSocket the path of on-air's socket for servers */
export function sourceSocketBeside(linkSocket: string): string {
  return path.join(path.dirname(linkSocket), "sources.sock");
}
