/**
 * Carries texts from the node that serves to the others, in the order in which they were published. It may lose some
 * and says nothing of it: who follows has to notice.
 */
export interface FrameBus {
  readonly kind: "nats" | "postgresql";
  /** Connected, as far as this process knows. */
  readonly isUp: boolean;
  /** Longest text that it carries, in bytes. */
  readonly maxPartBytes: number;
  /** Hands texts over; those that can't go out now are lost. Never throws. */
  publish(topic: string, parts: readonly string[]): void;
  /** From now on `take` is given each text of this topic, and no other topic is followed. */
  follow(topic: string, take: (part: string) => void): void;
  unfollow(): void;
  close(): Promise<void>;
}
