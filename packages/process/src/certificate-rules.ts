import { createPrivateKey, X509Certificate, type KeyObject } from "node:crypto";
import { createSecureContext } from "node:tls";

/** What a TLS server presents, in PEM: its certificate with the chain, and the key. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** Certificate details shown to people. */
interface CertificateFacts {
  /** Names and addresses it covers, such as `radio.example`. */
  readonly names: readonly string[];
  readonly validFrom: Date;
  readonly validUntil: Date;
}

/** @throws Error when the text holds no certificate */
export function certificateFacts(cert: string): CertificateFacts {
  const leaf = new X509Certificate(cert);
  const names = (leaf.subjectAltName ?? "")
    .split(", ")
    .map((name) => name.replace(/^(?:DNS|IP Address):/, ""))
    .filter((name) => name !== "");
  const subject = /^CN=(.+)$/m.exec(leaf.subject)?.[1];
  return {
    names: names.length === 0 && subject !== undefined ? [subject] : names,
    validFrom: leaf.validFromDate,
    validUntil: leaf.validToDate,
  };
}

/** Why a TLS_CERT and TLS_KEY pair can't be used, and what to do; null if it can. */
export function certificateProblem({ cert, key }: Certificate, at: Date): string | null {
  const leaf = readOr(() => new X509Certificate(cert));
  if (leaf === null)
    return "TLS_CERT holds no certificate in PEM: name the file with the whole chain, which begins with -----BEGIN CERTIFICATE-----";
  const privateKey = readOr((): KeyObject => createPrivateKey(key));
  if (privateKey === null)
    return "TLS_KEY holds no private key in PEM, or one with a passphrase: name the key without a passphrase";
  if (!leaf.checkPrivateKey(privateKey))
    return "TLS_KEY is not the key of TLS_CERT: name the two files that were issued together";
  if (at > leaf.validToDate)
    return `The certificate of TLS_CERT expired on ${dayOf(leaf.validToDate)}: renew it, or remove TLS_CERT and TLS_KEY`;
  if (at < leaf.validFromDate)
    return `The certificate of TLS_CERT is valid from ${dayOf(leaf.validFromDate)} on only: check the clock of this machine`;
  return readOr(() => createSecureContext({ cert, key })) === null
    ? "TLS_CERT holds a certificate that TLS can't use: issue it again, with its whole chain"
    : null;
}

function readOr<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch {
    return null;
  }
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
