import { connect } from "node:net";
import type { IrcConfig } from "../config/config.ts";
import type { Irc } from "../irc/irc.ts";
import type { IrcProbe } from "./network-rules.ts";
import { shortReasonOf } from "./finding.ts";

/** @param irc the running station's bot; null while it is stopped */
export async function checkIrc({
  config: { connection },
  irc,
  signal,
}: {
  readonly config: IrcConfig;
  readonly irc: Irc | null;
  readonly signal: AbortSignal;
}): Promise<IrcProbe> {
  if (connection.kind === "off") return { kind: "off" };
  if (irc !== null) {
    const { connected, channels, reason } = irc.status;
    return connected ? { kind: "in-channel", channels } : { kind: "not-connected", reason };
  }
  if (connection.kind === "embedded") return { kind: "own-stopped" };
  const { host, port } = connection;
  const address = `${host}:${port}`;
  const reason = await tryToConnect({ host, port, signal });
  return reason === null ? { kind: "answers", address } : { kind: "no-answer", address, reason };
}

/** @returns null when it connects */
async function tryToConnect({
  host,
  port,
  signal,
}: {
  readonly host: string;
  readonly port: number;
  readonly signal: AbortSignal;
}): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const socket = connect({ host, port, signal }, () => resolve(null));
  socket.once("error", (error) => resolve(shortReasonOf(error)));
  const reason = await promise;
  socket.destroy();
  return reason;
}
