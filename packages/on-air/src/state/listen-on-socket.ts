import { once } from "node:events";
import { chmodSync, unlinkSync } from "node:fs";
import { connect, type Server } from "node:net";

/**
 * Creates a Unix socket that only the station's user can open, replacing one left by a killed on-air [L1].
 * @throws the system's error when the socket can't be created, or EADDRINUSE when another on-air answers on it
 */
export async function listenOnSocket(server: Server, socketPath: string): Promise<void> {
  if (await isLeftBehind(socketPath)) unlinkSync(socketPath);
  server.listen(socketPath);
  await once(server, "listening");
  chmodSync(socketPath, 0o600);
}

/** Whether the socket exists but no process listens on it. */
async function isLeftBehind(socketPath: string): Promise<boolean> {
  const probe = connect(socketPath);
  try {
    await once(probe, "connect");
    return false;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ECONNREFUSED";
  } finally {
    probe.destroy();
  }
}
