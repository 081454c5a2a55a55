/** Where the embedded database runs. It takes whole batches of PostgreSQL's wire protocol, one at a time. */
export interface EmbeddedHost {
  post(batch: Uint8Array): void;
  /** See `processorWaitMs`. */
  waitedMs(): number;
  /** Resolves when nothing of it runs any more. @param isIdle every batch has been answered */
  end(state: { readonly isIdle: boolean }): Promise<void>;
}

export interface HostListener {
  opened(): void;
  /** One answer per batch, in order; empty when the database has nothing to say. */
  answered(bytes: Uint8Array): void;
  /** It exited unexpectedly. */
  failed(error: Error): void;
}

export type StartHost = (listener: HostListener) => Promise<EmbeddedHost>;
