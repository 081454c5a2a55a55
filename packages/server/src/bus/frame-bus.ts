/** Who takes the texts of which topic. */
export interface Following {
  readonly topic: string;
  readonly take: (part: string) => void;
}

/**
 * Carries texts from the node that serves to the others, in the order in which they were published. It may lose some
 * and says nothing of it: who follows has to notice.
 */
export interface FrameBus {
  readonly kind: "nats" | "postgresql";
  /** Why it carries nothing now, in words for operators; null: it does, as far as this process knows. */
  readonly trouble: string | null;
  /** Longest text that it carries, in bytes. */
  readonly maxPartBytes: number;
  /** Hands texts over; those that can't go out now are lost. Never throws. */
  publish(topic: string, parts: readonly string[]): void;
  /** From now on `take` is given each text of this topic, and no other topic is followed. */
  follow(topic: string, take: (part: string) => void): void;
  unfollow(): void;
  close(): Promise<void>;
}
