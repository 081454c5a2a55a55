/** Where a call or a secret comes from. */
export interface Origin {
  readonly address: string;
  /** On this machine, and not forwarded by a local proxy. */
  readonly isLoopback: boolean;
}
