/** A subscriber and its topic. */
export interface Following {
  readonly topic: string;
  readonly take: (part: string) => void;
}

/**
 * Carries texts from the serving node to the others, in the order of publishing. It may lose some silently: subscribers
 * have to notice.
 */
export interface FrameBus {
  readonly kind: "nats" | "postgresql";
  /** Why it carries nothing now, for operators; null: it works, as far as this process knows. */
  readonly trouble: string | null;
  /** Longest text that it carries, in bytes. */
  readonly maxPartBytes: number;
  /** Sends texts; those that can't go out now are lost. Never throws. */
  publish(topic: string, parts: readonly string[]): void;
  /** From now on `take` receives each text of this topic, and no other topic is followed. */
  follow(topic: string, take: (part: string) => void): void;
  unfollow(): void;
  close(): Promise<void>;
}
