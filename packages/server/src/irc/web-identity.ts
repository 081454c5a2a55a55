import { createHmac } from "node:crypto";
import type { Visitor } from "../identity/visitor.ts";

/** Host suffix of web chatters on the station's own server; no other user's address is shown this way. */
export const WEB_HOST_SUFFIX = ".web.neonrelay";

/**
 * A web chatter's identity on the station's own server, so that operators there can ban a browser (`*!w1234567@*`) or a
 * network (`*!*@89abcdef.web.neonrelay`) without seeing an address.
 * @param secret keys the hashes
 */
export function webIdentity(
  visitor: Visitor,
  secret: string,
): { readonly username: string; readonly host: string } {
  const hash = (text: string) => createHmac("sha256", secret).update(text).digest("hex");
  return {
    username: `w${hash(visitor.browserKey).slice(0, 7)}`,
    host: `${hash(visitor.network).slice(0, 8)}${WEB_HOST_SUFFIX}`,
  };
}
