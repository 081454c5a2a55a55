import type { FrameBus } from "./frame-bus.ts";

/** An in-process bus for tests, which can hold back or lose messages. */
export class TestBus implements FrameBus {
  readonly kind = "nats";
  readonly trouble = null;
  readonly maxPartBytes = 60_000;
  #following: { readonly topic: string; readonly take: (part: string) => void } | null = null;
  #held: (() => void)[] | null = null;
  #isLosing = false;

  publish(topic: string, parts: readonly string[]): void {
    if (this.#isLosing) return;
    const deliver = (): void => {
      for (const part of parts) if (topic === this.#following?.topic) this.#following.take(part);
    };
    if (this.#held === null) deliver();
    else this.#held.push(deliver);
  }

  follow(topic: string, take: (part: string) => void): void {
    this.#following = { topic, take };
  }

  unfollow(): void {
    this.#following = null;
  }

  /** Holds messages until `release`. */
  hold(): void {
    this.#held = [];
  }

  release(): void {
    const held = this.#held ?? [];
    this.#held = null;
    for (const deliver of held) deliver();
  }

  /** Loses what `publish` sends. */
  lose(publish: () => void): void {
    this.#isLosing = true;
    publish();
    this.#isLosing = false;
  }

  async close(): Promise<void> {}
}
