import type { Client } from "pg";

/** How long a server may take to say goodbye, in ms. */
const END_LIMIT_MS = 500;

/** Ends a connection, and cuts it if the server stays silent. Never throws. */
export async function endClient(client: Client): Promise<void> {
  const limit = Promise.withResolvers<void>();
  const timer = setTimeout(() => {
    client.connection.stream.destroy();
    limit.resolve();
  }, END_LIMIT_MS);
  await Promise.race([client.end(), limit.promise]).catch(() => {}); // it is gone already
  clearTimeout(timer);
}
