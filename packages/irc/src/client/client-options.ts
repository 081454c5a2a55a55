import type { Duplex } from "node:stream";
import type { Clock } from "./timers.ts";
import type { FloodPreset } from "./flood-rules.ts";
import type { StsPolicy } from "./sts-rules.ts";

/** A channel the client keeps itself in. */
export interface WantedChannel {
  readonly name: string;
  readonly key?: string;
}

/** How the client proves ownership of its services account before registering. */
export type SaslOptions =
  | { readonly kind: "none" }
  /** Refused without TLS, unless the server is on this machine. */
  | { readonly kind: "plain"; readonly account: string; readonly password: string }
  /** Uses the client certificate. */
  | { readonly kind: "external" };

/** Certificates are always verified. */
export interface TlsOptions {
  /** `off` holds until the network asks for TLS by STS; then the other options apply. */
  readonly kind: "off" | "on";
  /** CA certificates in PEM that replace Node's defaults. */
  readonly ca?: string;
  /** Our client certificate, PEM. Called at each connect, since certificates are renewed. */
  readonly certificate?: () => { readonly key: string; readonly cert: string };
}

export interface IrcClientOptions {
  readonly host: string;
  readonly port: number;
  readonly tls: TlsOptions;
  /** Connects to a server in this process; host, port and tls are then ignored. */
  readonly openStream?: () => Duplex;
  /** The server's password, not an account's. */
  readonly serverPassword?: string;
  readonly nick: string;
  /** Tried in order while the nick is taken, before variants of the nick. */
  readonly otherNicks: readonly string[];
  readonly user: string;
  readonly realName: string;
  readonly sasl: SaslOptions;
  readonly channels: readonly WantedChannel[];
  readonly flood: FloodPreset;
  /** The last `sts-policy` event, if any. */
  readonly stsPolicy?: StsPolicy;
  readonly clock: Clock;
  /** From 0 to below 1. */
  readonly random: () => number;
}
