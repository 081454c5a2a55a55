import type { Server } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { ListenAddress } from "./server-options.ts";

type Place = Pick<ListenAddress, "host" | "port">;

/** Between two tries, in ms. */
const TRY_EVERY_MS = 250;

/** @returns the port. @throws Error when it can't listen there; it may be tried again */
export async function listenOn(listener: Server, { host, port }: Place): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    listener.once("error", reject);
    listener.listen({ host, port }, () => {
      listener.off("error", reject);
      resolve();
    });
  });
  const address = listener.address();
  return typeof address === "object" && address !== null ? address.port : port;
}

/**
 * Tries until the other process lets go of the port.
 * @returns the port; null: `signal` was aborted first
 * @throws Error when it can't listen there for another reason
 */
export async function listenOnceFree(
  listener: Server,
  { signal, ...place }: Place & { readonly signal: AbortSignal },
): Promise<number | null> {
  for (;;) {
    await delay(TRY_EVERY_MS, undefined, { signal }).catch(() => {}); // closed meanwhile
    if (signal.aborted) return null;
    try {
      return await listenOn(listener, place);
    } catch (error) {
      if (!isPortTaken(error)) throw error;
    }
  }
}

export function isPortTaken(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EADDRINUSE";
}
