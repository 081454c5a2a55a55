import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod";
import { CertificateReloader } from "./certificate-reloader.ts";
import { certificateProblem, type Certificate } from "./certificate-rules.ts";
import type { Logger } from "./log.ts";
import { StartUpError } from "./part.ts";

const CHECK_INTERVAL_MS = 3000;
/** Files unchanged for this long are fully written. */
const SETTLED_MS = 1000;

/** TLS for the web and stream ports, as the launcher passes it to a part. */
export const tlsConfigSchema = z.object({
  /** TLS_CERT and TLS_KEY, absolute. */
  files: z.object({ certificate: z.string(), key: z.string() }),
  /** Their contents when last valid. */
  pair: z.object({ cert: z.string(), key: z.string() }),
});
export type TlsConfig = Readonly<z.infer<typeof tlsConfigSchema>>;
export type CertificateFiles = TlsConfig["files"];

/**
 * Returns the certificate for a starting part: the current files, or their last valid contents.
 * @returns a function to call at each start of a part
 * @throws StartUpError when the files can't be used; so does the function on its first call
 */
export function certificateFromFiles(files: CertificateFiles): () => TlsConfig {
  let good: Certificate | null = null;
  return () => {
    try {
      const pair = {
        cert: orUnreadable("TLS_CERT", files.certificate, () =>
          readFileSync(files.certificate, "utf8"),
        ),
        key: orUnreadable("TLS_KEY", files.key, () => readFileSync(files.key, "utf8")),
      };
      requireGood(pair);
      good = pair;
    } catch (error) {
      if (good === null) throw error;
    }
    return { files, pair: good };
  };
}

/** Checks every few seconds whether TLS_CERT and TLS_KEY were renewed; see {@link CertificateReloader}. */
export function watchCertificate(
  { files, pair }: TlsConfig,
  {
    use,
    owner,
    log,
    everyMs = CHECK_INTERVAL_MS,
    settledMs = SETTLED_MS,
  }: {
    readonly use: (renewed: Certificate) => void;
    /** The server that presents the certificate, for the log. */
    readonly owner: string;
    readonly log: Pick<Logger, "info" | "warn">;
    readonly everyMs?: number;
    readonly settledMs?: number;
  },
): CertificateReloader {
  let known: Certificate = pair;
  const read = async (): Promise<Certificate> => {
    const found = await readNow(files);
    if (isSame(found, known)) return found;
    await delay(settledMs, undefined, { ref: false });
    const settled = await readNow(files);
    if (!isSame(found, settled)) throw new Error("TLS_CERT and TLS_KEY are being written");
    requireGood(settled);
    known = settled;
    return settled;
  };
  return new CertificateReloader(pair, { read, use, owner, log, everyMs });
}

function isSame(one: Certificate, other: Certificate): boolean {
  return one.cert === other.cert && one.key === other.key;
}

async function readNow({ certificate, key }: CertificateFiles): Promise<Certificate> {
  const unreadable = (variable: string, file: string) => (cause: unknown) => {
    throw unreadableFile(variable, file, cause);
  };
  return {
    cert: await readFile(certificate, "utf8").catch(unreadable("TLS_CERT", certificate)),
    key: await readFile(key, "utf8").catch(unreadable("TLS_KEY", key)),
  };
}

function requireGood(pair: Certificate): void {
  const problem = certificateProblem(pair, new Date());
  if (problem !== null) throw new StartUpError(problem);
}

function orUnreadable(variable: string, file: string, read: () => string): string {
  try {
    return read();
  } catch (cause) {
    throw unreadableFile(variable, file, cause);
  }
}

function unreadableFile(variable: string, file: string, cause: unknown): StartUpError {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  const why =
    code === "ENOENT"
      ? "which is not there: check the path"
      : "which this user can't read: let it read the file, or run the station as a user who can";
  return new StartUpError(`${variable} names ${file}, ${why}`, { cause });
}
