import path from "node:path";
import type { CertificateFiles } from "@neonrelay/process/certificate-files";

interface TlsEnvironment {
  readonly TLS_CERT?: string | undefined;
  readonly TLS_KEY?: string | undefined;
  readonly PUBLIC_URL?: string | undefined;
  readonly PUBLIC_STREAM_URL?: string | undefined;
}

/** What conflicts with TLS_CERT and TLS_KEY: one line per problem. */
export function tlsProblems({
  TLS_CERT,
  TLS_KEY,
  PUBLIC_URL,
  PUBLIC_STREAM_URL,
}: TlsEnvironment): readonly string[] {
  if (TLS_CERT === undefined && TLS_KEY === undefined) return [];
  if (TLS_KEY === undefined) return ["TLS_CERT needs TLS_KEY, the file with its private key"];
  if (TLS_CERT === undefined) return ["TLS_KEY needs TLS_CERT, the file with its certificate"];
  const problems: string[] = [];
  if (PUBLIC_URL?.startsWith("http:") === true)
    problems.push(
      "PUBLIC_URL begins with http://, but with TLS_CERT the web port speaks https: write https://",
    );
  if (
    PUBLIC_URL !== undefined &&
    PUBLIC_STREAM_URL !== undefined &&
    new URL(PUBLIC_URL).origin === new URL(PUBLIC_STREAM_URL).origin
  )
    problems.push(
      "PUBLIC_STREAM_URL is the address of the web port, which with TLS_CERT sends players to the stream port: remove PUBLIC_STREAM_URL, or give it the stream port's address",
    );
  return problems;
}

/** @param workingFolder base for relative paths */
export function readTlsConfig(
  { TLS_CERT, TLS_KEY }: TlsEnvironment,
  workingFolder: string,
): CertificateFiles | null {
  if (TLS_CERT === undefined || TLS_KEY === undefined) return null;
  return {
    certificate: path.resolve(workingFolder, TLS_CERT),
    key: path.resolve(workingFolder, TLS_KEY),
  };
}
