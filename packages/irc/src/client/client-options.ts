import type { Duplex } from "node:stream";
import type { Clock } from "./clock.ts";
import type { FloodPreset } from "./flood-rules.ts";
import type { StsPolicy } from "./sts-rules.ts";

/** A channel the client keeps itself in. */
export interface WantedChannel {
  readonly name: string;
  readonly key?: string;
}

/** How the client proves which services account is its own, before it is registered. */
export type SaslOptions =
  | { readonly kind: "none" }
  /** Refused on a connection without TLS, unless the server is this machine. */
  | { readonly kind: "plain"; readonly account: string; readonly password: string }
  /** By the client certificate. */
  | { readonly kind: "external" };

/** Certificates are always verified. */
export interface TlsOptions {
  /** `off` holds until the network asks for TLS by STS, and then the rest counts, too. */
  readonly kind: "off" | "on";
  /** Certificates to trust instead of those Node trusts, PEM. */
  readonly ca?: string;
  /** What the client shows of itself, PEM; asked at each connect, since certificates are renewed. */
  readonly certificate?: () => { readonly key: string; readonly cert: string };
}

export interface IrcClientOptions {
  readonly host: string;
  readonly port: number;
  readonly tls: TlsOptions;
  /** A connection to a server of this process: host, port and tls do not count then. */
  readonly openStream?: () => Duplex;
  /** Of the server, not of an account. */
  readonly serverPassword?: string;
  readonly nick: string;
  /** Tried in order while the nick is taken, before variants of it. */
  readonly otherNicks: readonly string[];
  readonly user: string;
  readonly realName: string;
  readonly sasl: SaslOptions;
  readonly channels: readonly WantedChannel[];
  readonly flood: FloodPreset;
  /** What `sts-policy` told last, if anything. */
  readonly stsPolicy?: StsPolicy;
  readonly clock: Clock;
  /** From 0 to below 1. */
  readonly random: () => number;
}
