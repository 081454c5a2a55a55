import type { IrcClientOptions } from "@neonrelay/irc/client";
import type { ListenAddress } from "@neonrelay/irc/server";
import { StartUpError } from "@neonrelay/process/part";
import { readFile } from "node:fs/promises";
import type { IrcConfig } from "../config.ts";
import type { Settings } from "../settings/settings.ts";

type Embedded = Extract<IrcConfig["connection"], { kind: "embedded" }>;
type Network = Extract<IrcConfig["connection"], { kind: "network" }>;

/** Where the bot is and what it is called: what the environment says, else the station's settings. */
export function ircPlace(
  { channel, nick }: Pick<IrcConfig, "channel" | "nick">,
  { current }: Pick<Settings, "current">,
): { readonly channel: string; readonly nick: string } {
  return { channel: channel ?? current.ircChannel, nick: nick ?? current.botName };
}

/** @throws StartUpError when the certificate can't be read */
export async function listenAddresses(
  { host, port, tls }: Embedded,
  known: readonly number[],
): Promise<readonly ListenAddress[]> {
  const plain = port === null ? [] : [{ host, port: known[0] ?? port, tls: undefined }];
  if (tls === null) return plain;
  const key = await readPem(tls.key, "IRC_LISTEN_TLS_KEY");
  const cert = await readPem(tls.certificate, "IRC_LISTEN_TLS_CERT");
  return [...plain, { host, port: known[plain.length] ?? tls.port, tls: { key, cert } }];
}

/** How the client reaches its server. */
export type ServerOptions = Pick<
  IrcClientOptions,
  "host" | "port" | "tls" | "openStream" | "sasl" | "serverPassword" | "flood"
>;

/** What of the client's options another network takes. @throws StartUpError when the certificate can't be read */
export async function networkOptions({
  host,
  port,
  tls,
  pace,
  password,
  sasl,
  clientCertificate,
}: Network): Promise<ServerOptions> {
  const shown = clientCertificate !== null && {
    certificate: {
      certificate: await readPem(clientCertificate.certificate, "IRC_CLIENT_CERT"),
      key: await readPem(clientCertificate.key, "IRC_CLIENT_KEY"),
    },
  };
  const account = sasl !== null && {
    kind: "plain" as const,
    account: sasl.user,
    password: sasl.password,
  };
  return {
    host,
    port,
    flood: pace === "unlimited" ? "trusted" : pace,
    tls: { kind: tls ? "on" : "off", ...(shown === false ? {} : shown) },
    ...(password !== null && { serverPassword: password }),
    sasl: account === false ? { kind: shown === false ? "none" : "external" } : account,
  };
}

async function readPem(file: string, variable: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    throw new StartUpError(`${variable} names the file ${file}, which can't be read`, { cause });
  }
}
