import type { ListenAddress } from "@neonrelay/irc/server";
import { StartUpError } from "@neonrelay/process/part";
import { findOwnerOfTakenPort } from "@neonrelay/process/linux-proc";

/**
 * Why the station's IRC server can't start. Only a failure to listen concerns its addresses.
 * @returns an error for people, or what was thrown
 */
export async function startFailureOf(
  cause: unknown,
  listen: readonly Pick<ListenAddress, "host" | "port">[],
): Promise<unknown> {
  if (!isOfListening(cause)) return cause;
  const places = listen.map(({ host, port }) => `${host}:${port}`).join(" and ");
  const owner = await findOwnerOfTakenPort(cause);
  const taken = owner === null ? "" : `, taken by ${owner}`;
  return new StartUpError(
    `The IRC server can't listen on ${places}${taken}: set IRC_LISTEN_HOST and IRC_LISTEN_PORT to a free address of this machine, or IRC_LISTEN_PORT to off`,
    { cause },
  );
}

/** Recognises it even behind the server's own message. */
function isOfListening(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // A name that doesn't resolve is HOST: nothing else is looked up.
  const isIts =
    "syscall" in error && (error.syscall === "listen" || error.syscall === "getaddrinfo");
  return isIts || isOfListening(error.cause);
}
