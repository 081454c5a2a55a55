import type { Certificate } from "./certificate-rules.ts";
import type { Logger } from "./log.ts";

const CHECK_INTERVAL_MS = 60_000;

interface Parts {
  /** Reads the current files. */
  readonly read: () => Promise<Certificate>;
  /** Applies a renewed pair; throws if it is invalid. */
  readonly use: (renewed: Certificate) => void;
  /** The server that presents the certificate, for the log. */
  readonly owner: string;
  readonly log: Pick<Logger, "info" | "warn">;
  readonly everyMs?: number;
}

/** Polls certificate files for a renewal. While the new files are unusable the old certificate stays in use. */
export class CertificateReloader {
  readonly #parts: Parts;
  readonly #timer: NodeJS.Timeout;
  #inUse: Certificate;
  #failure: string | null = null;
  #reloading: Promise<string | null> = Promise.resolve(null);

  /** @param inUse the pair read at start-up */
  constructor(inUse: Certificate, { everyMs = CHECK_INTERVAL_MS, ...parts }: Parts) {
    this.#inUse = inUse;
    this.#parts = parts;
    this.#timer = setInterval(() => void this.reload(), everyMs);
  }

  get inUse(): Certificate {
    return this.#inUse;
  }

  /** Reads the files at once. @returns why the new pair is not in use; null if it is */
  reload(): Promise<string | null> {
    this.#reloading = this.#reloading.then(() => this.#reload());
    return this.#reloading;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#reloading;
  }

  async #reload(): Promise<string | null> {
    const { read, use, owner, log } = this.#parts;
    try {
      const found = await read();
      if (found.key !== this.#inUse.key || found.cert !== this.#inUse.cert) {
        use(found);
        this.#inUse = found;
        log.info(`the renewed certificate of ${owner} is in use`);
      }
      this.#failure = null;
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error);
      if (failure !== this.#failure)
        log.warn({ error }, `the renewed certificate of ${owner} can't be used; the old one stays`);
      this.#failure = failure;
    }
    return this.#failure;
  }
}
