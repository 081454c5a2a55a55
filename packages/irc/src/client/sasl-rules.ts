import type { SaslOptions } from "./client-options.ts";

const CHUNK = 400;

/** The mechanism's name, the first param of AUTHENTICATE. */
export function saslMechanism(sasl: Exclude<SaslOptions, { kind: "none" }>): string {
  return sasl.kind === "plain" ? "PLAIN" : "EXTERNAL";
}

/**
 * The AUTHENTICATE params that answer "+", in order: base64 in chunks of 400, ended by a shorter one, which is "+" when
 * nothing is left (IRCv3 SASL 3.1).
 */
export function saslAnswers(sasl: Exclude<SaslOptions, { kind: "none" }>): readonly string[] {
  if (sasl.kind === "external") return ["+"];
  const { account, password } = sasl;
  const encoded = Buffer.from(`${account}\0${account}\0${password}`).toString("base64");
  const pieces: string[] = [];
  for (let start = 0; start < encoded.length; start += CHUNK)
    pieces.push(encoded.slice(start, start + CHUNK));
  return encoded.length % CHUNK === 0 ? [...pieces, "+"] : pieces;
}

/** Whether a server's `sasl` capability includes this mechanism; without a list we have to try. */
export function offersMechanism(value: string, mechanism: string): boolean {
  return value === "" || value.toUpperCase().split(",").includes(mechanism);
}
