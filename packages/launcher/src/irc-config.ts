import path from "node:path";
import * as z from "zod";

const PLAIN_PORT = 6667;
const TLS_PORT = 6697;

const portNumber = z
  .string()
  .regex(/^\d+$/, "must be a port number from 0 to 65535")
  .transform(Number)
  .refine((value) => value <= 65_535, "must be a port number from 0 to 65535");

const portOrOff = z.union([z.literal("off"), portNumber], {
  error: "must be off or a port number from 0 to 65535",
});

const placeCount = (otherwise: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,4}$/, "must be a number from 1 to 99999")
    .transform(Number)
    .default(otherwise);

/** Text that is a single word in an IRC line. */
const word = z.string().regex(/^[^\s:\p{Cc}][^\s\p{Cc}]*$/u, "must not contain spaces");

/** The variables that begin with IRC_. */
export const ircEnvironment = {
  IRC_LISTEN_HOST: z.string().min(1, "must not be empty").default("127.0.0.1"),
  IRC_LISTEN_PORT: portOrOff.optional(),
  IRC_LISTEN_TLS_PORT: portOrOff.optional(),
  IRC_LISTEN_TLS_CERT: z.string().optional(),
  IRC_LISTEN_TLS_KEY: z.string().optional(),
  IRC_CLIENTS_PER_NETWORK: placeCount(10),
  IRC_CLIENTS_FROM_LOOPBACK: placeCount(100),
  IRC_SERVER: z
    .string()
    .regex(/^[\w.:-]+$/, "must be the name or address of an IRC server, without a port")
    .optional(),
  IRC_PORT: portNumber.optional(),
  IRC_TLS: z.enum(["on", "off"], { error: "must be on or off" }).default("on"),
  IRC_PACE: z
    .enum(["normal", "strict", "unlimited"], { error: "must be normal, strict or unlimited" })
    .default("normal"),
  IRC_CHANNEL: word.regex(/^[#&+!][^,]{1,49}$/, "must be a channel such as #radio").optional(),
  IRC_CHANNEL_KEY: word.regex(/^[^,]+$/, "must not contain commas").optional(),
  IRC_NICK: z
    .string()
    .regex(/^[A-Za-z[\]\\`_^{|}][\w\-[\]\\`^{|}]{0,29}$/, "must be a nick such as StreamBot")
    .optional(),
  IRC_PASSWORD: z.string().optional(),
  IRC_SASL_USER: z.string().optional(),
  IRC_SASL_PASSWORD: z.string().optional(),
  IRC_CLIENT_CERT: z.string().optional(),
  IRC_CLIENT_KEY: z.string().optional(),
};
const ircEnvironmentSchema = z.object(ircEnvironment);
type IrcEnvironment = z.infer<typeof ircEnvironmentSchema>;

/** PEM files, absolute. */
interface KeyPair {
  readonly certificate: string;
  readonly key: string;
}

/** Where the station's channel is. */
type IrcConnection =
  | { readonly kind: "off" }
  /** The station's own IRC server. */
  | {
      readonly kind: "embedded";
      readonly host: string;
      /** null: TLS only. */
      readonly port: number | null;
      readonly tls: (KeyPair & { readonly port: number }) | null;
      /** Maximum clients per IPv4 address or IPv6 /64, and per address of this machine. */
      readonly clients: { readonly perNetwork: number; readonly fromLoopback: number };
    }
  | {
      readonly kind: "network";
      readonly host: string;
      readonly port: number;
      readonly tls: boolean;
      /** The bot's sending rate on that network. */
      readonly pace: "normal" | "strict" | "unlimited";
      readonly password: string | null;
      readonly sasl: { readonly user: string; readonly password: string } | null;
      readonly clientCertificate: KeyPair | null;
    };

export interface IrcConfig {
  readonly connection: IrcConnection;
  /** null: from the station's settings; the same for the nick. */
  readonly channel: string | null;
  readonly channelKey: string | null;
  readonly nick: string | null;
}

/** Variables that conflict or need each other: one line per problem. */
export function ircProblems(read: IrcEnvironment): readonly string[] {
  const problems: string[] = [];
  const need = (has: unknown, lacks: unknown, sentence: string): void => {
    if (has !== undefined && lacks === undefined) problems.push(sentence);
  };
  const tlsPort = read.IRC_LISTEN_TLS_PORT === "off" ? undefined : read.IRC_LISTEN_TLS_PORT;
  need(tlsPort, read.IRC_LISTEN_TLS_CERT, "IRC_LISTEN_TLS_PORT needs IRC_LISTEN_TLS_CERT");
  need(tlsPort, read.IRC_LISTEN_TLS_KEY, "IRC_LISTEN_TLS_PORT needs IRC_LISTEN_TLS_KEY");
  need(read.IRC_SASL_USER, read.IRC_SASL_PASSWORD, "IRC_SASL_USER needs IRC_SASL_PASSWORD");
  need(read.IRC_SASL_PASSWORD, read.IRC_SASL_USER, "IRC_SASL_PASSWORD needs IRC_SASL_USER");
  need(read.IRC_CLIENT_CERT, read.IRC_CLIENT_KEY, "IRC_CLIENT_CERT needs IRC_CLIENT_KEY");
  need(read.IRC_CLIENT_KEY, read.IRC_CLIENT_CERT, "IRC_CLIENT_KEY needs IRC_CLIENT_CERT");
  const listens = [read.IRC_LISTEN_PORT, read.IRC_LISTEN_TLS_PORT].some(
    (port) => port !== undefined && port !== "off",
  );
  if (read.IRC_SERVER !== undefined && listens)
    problems.push("IRC_SERVER is another network: remove IRC_LISTEN_PORT and IRC_LISTEN_TLS_PORT");
  return problems;
}

/** @param workingFolder base for relative paths */
export function readIrcConfig(read: IrcEnvironment, workingFolder: string): IrcConfig {
  return {
    connection: readConnection(read, (file) => path.resolve(workingFolder, file)),
    channel: read.IRC_CHANNEL ?? null,
    channelKey: read.IRC_CHANNEL_KEY ?? null,
    nick: read.IRC_NICK ?? null,
  };
}

function readConnection(read: IrcEnvironment, resolve: (file: string) => string): IrcConnection {
  const pair = (certificate: string | undefined, key: string | undefined): KeyPair | null =>
    certificate === undefined || key === undefined
      ? null
      : { certificate: resolve(certificate), key: resolve(key) };
  if (read.IRC_SERVER !== undefined) {
    const tls = read.IRC_TLS === "on";
    const { IRC_SASL_USER: user, IRC_SASL_PASSWORD: password } = read;
    return {
      kind: "network",
      host: read.IRC_SERVER,
      port: read.IRC_PORT ?? (tls ? TLS_PORT : PLAIN_PORT),
      tls,
      pace: read.IRC_PACE,
      password: read.IRC_PASSWORD ?? null,
      sasl: user === undefined || password === undefined ? null : { user, password },
      clientCertificate: pair(read.IRC_CLIENT_CERT, read.IRC_CLIENT_KEY),
    };
  }
  const tlsPort = read.IRC_LISTEN_TLS_PORT;
  const keys = pair(read.IRC_LISTEN_TLS_CERT, read.IRC_LISTEN_TLS_KEY);
  const tls =
    tlsPort === undefined || tlsPort === "off" || keys === null ? null : { ...keys, port: tlsPort };
  const port = read.IRC_LISTEN_PORT === "off" ? null : (read.IRC_LISTEN_PORT ?? PLAIN_PORT);
  if (port === null && tls === null) return { kind: "off" };
  const clients = {
    perNetwork: read.IRC_CLIENTS_PER_NETWORK,
    fromLoopback: read.IRC_CLIENTS_FROM_LOOPBACK,
  };
  return { kind: "embedded", host: read.IRC_LISTEN_HOST, port, tls, clients };
}
