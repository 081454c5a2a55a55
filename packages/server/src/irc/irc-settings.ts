import type { IrcClientOptions } from "@neonrelay/irc/client";
import type { Certificate, ListenAddress } from "@neonrelay/irc/server";
import { StartUpError } from "@neonrelay/process/part";
import { readFile } from "node:fs/promises";
import type { IrcConfig } from "../config/config.ts";
import type { Settings } from "../settings/settings.ts";

type Embedded = Extract<IrcConfig["connection"], { kind: "embedded" }>;
type Network = Extract<IrcConfig["connection"], { kind: "network" }>;
type KeyPair = NonNullable<Network["clientCertificate"]>;

/** Variables for the files of our own server's certificate. */
const listenVariables = { key: "IRC_LISTEN_TLS_KEY", certificate: "IRC_LISTEN_TLS_CERT" };
/** Variables for the certificate that the bot shows to another network. */
const clientVariables = { key: "IRC_CLIENT_KEY", certificate: "IRC_CLIENT_CERT" };

/** The bot's channel and nick: from the environment, else from the station's settings. */
export function ircPlace(
  { channel, nick }: Pick<IrcConfig, "channel" | "nick">,
  { current }: Pick<Settings, "current">,
): { readonly channel: string; readonly nick: string } {
  return { channel: channel ?? current.ircChannel, nick: nick ?? current.botName };
}

/** Addresses of our own server. @param certificate null: plain text only */
export function listenAddresses(
  { host, port, tls }: Embedded,
  {
    known,
    certificate,
  }: { readonly known: readonly number[]; readonly certificate: Certificate | null },
): readonly ListenAddress[] {
  const plain = port === null ? [] : [{ host, port: known[0] ?? port, tls: undefined }];
  if (tls === null || certificate === null) return plain;
  return [...plain, { host, port: known[plain.length] ?? tls.port, tls: certificate }];
}

/** Reads the certificate files for this end of a connection; null: it shows none. */
export function certificateReader(
  connection: IrcConfig["connection"],
): (() => Promise<Certificate>) | null {
  if (connection.kind === "embedded" && connection.tls !== null) {
    const { tls } = connection;
    return () => readCertificate(tls, listenVariables);
  }
  if (connection.kind === "network" && connection.clientCertificate !== null) {
    const { clientCertificate } = connection;
    return () => readCertificate(clientCertificate, clientVariables);
  }
  return null;
}

/** @throws StartUpError when a file can't be read */
async function readCertificate(files: KeyPair, variables: KeyPair): Promise<Certificate> {
  return {
    key: await readPem(files.key, variables.key),
    cert: await readPem(files.certificate, variables.certificate),
  };
}

/** How the client reaches its server. */
export type ServerOptions = Pick<
  IrcClientOptions,
  "host" | "port" | "tls" | "openStream" | "sasl" | "serverPassword" | "flood"
>;

/** Client options that apply to another network. @param certificate shown at each connect, if any */
export function networkOptions(
  { host, port, tls, pace, password, sasl }: Network,
  certificate: (() => Certificate) | null,
): ServerOptions {
  const account = sasl !== null && {
    kind: "plain" as const,
    account: sasl.user,
    password: sasl.password,
  };
  return {
    host,
    port,
    flood: pace === "unlimited" ? "trusted" : pace,
    tls: { kind: tls ? "on" : "off", ...(certificate !== null && { certificate }) },
    ...(password !== null && { serverPassword: password }),
    sasl: account === false ? { kind: certificate === null ? "none" : "external" } : account,
  };
}

async function readPem(file: string, variable: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    throw new StartUpError(`${variable} names the file ${file}, which can't be read`, { cause });
  }
}
