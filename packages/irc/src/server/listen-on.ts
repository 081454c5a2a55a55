import type { Server } from "node:net";
import type { ListenAddress } from "./server-options.ts";

type Place = Pick<ListenAddress, "host" | "port">;

/** Delay between two attempts, in ms. */
const TRY_EVERY_MS = 250;

/** @returns the port. @throws Error when it can't listen there; a retry is allowed */
export async function listenOn(listener: Server, { host, port }: Place): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  listener.once("error", reject).once("listening", resolve);
  listener.listen({ host, port });
  try {
    await promise;
  } finally {
    listener.off("error", reject).off("listening", resolve);
  }
  const address = listener.address();
  return typeof address === "object" && address !== null ? address.port : port;
}

/**
 * Retries until the other process frees the port.
 * @returns the port; null: `signal` was aborted first
 * @throws Error when it can't listen there for another reason
 */
export async function listenOnceFree(
  listener: Server,
  { signal, ...place }: Place & { readonly signal: AbortSignal },
): Promise<number | null> {
  for (;;) {
    await waitUnlessAborted(signal);
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

async function waitUnlessAborted(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, TRY_EVERY_MS);
  const end = (): void => resolve();
  signal.addEventListener("abort", end);
  await promise;
  clearTimeout(timer);
  signal.removeEventListener("abort", end);
}
