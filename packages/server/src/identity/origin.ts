/** Where a call or a secret comes from. */
export interface Origin {
  readonly address: string;
  /** On this machine, and not passed on by a proxy here for somebody elsewhere. */
  readonly isLoopback: boolean;
}
