import { expect } from "vitest";
import type { AiredPlay, LiveSessionStatus, OnAirEvent, OnAirStatus } from "../protocol/index.ts";
import type { TestServerSide } from "../start/test-on-air.ts";

/** The DJs as a test sees them, from the server's end of the link. */
export class DjMonitor {
  readonly #server: TestServerSide;
  readonly #clockSpeed: number;

  constructor(
    server: TestServerSide,
    { clockSpeed }: { /** Of on-air. */ readonly clockSpeed: number },
  ) {
    this.#server = server;
    this.#clockSpeed = clockSpeed;
  }

  get status(): OnAirStatus {
    const last = this.#server.messages.findLast((message) => message.kind === "status");
    if (last?.kind !== "status") throw new Error("on-air has said nothing yet");
    return last.status;
  }

  /** The only session. */
  get session(): LiveSessionStatus {
    const [session] = this.status.live;
    if (session === undefined) throw new Error("no DJ is connected");
    return session;
  }

  /** Current programme position of listeners, in ms; between two status messages the clock goes on. */
  get heardMs(): number {
    const { positionMs, atMs } = this.status;
    return positionMs + (Date.now() - atMs) * this.#clockSpeed;
  }

  /** Waits for exactly these DJs, each by name and state. */
  async reached(wanted: readonly string[]): Promise<void> {
    const states = (): readonly string[] =>
      this.status.live.map(({ djName, state }) => `${djName} ${state}`);
    await expect.poll(states).toEqual(wanted);
  }

  /**
   * Waits until what is on air has been heard for that long.
   * @param behind an earlier play to ignore: its start is journalled before the status follows
   */
  async heardFor(
    kind: "library" | "live",
    ms: number,
    { behind }: { readonly behind?: Pick<AiredPlay, "startMs"> } = {},
  ): Promise<void> {
    const earliestMs = behind === undefined ? -Infinity : behind.startMs;
    const isHeard = (): boolean => {
      const { now } = this.status;
      if (now?.kind !== kind || now.startMs <= earliestMs) return false;
      return this.heardMs > now.startMs + ms;
    };
    await expect.poll(isHeard).toBe(true);
  }

  /**
   * Everything journalled. On-air sends an event once it is on disk, which may be after a status that already shows it.
   */
  get events(): readonly OnAirEvent[] {
    return this.#server.messages.flatMap((message) =>
      message.kind === "event" ? [message.event] : [],
    );
  }

  /** Events journalled for that session. */
  eventsOf({ sessionId }: Pick<LiveSessionStatus, "sessionId">): readonly OnAirEvent[] {
    return this.events.filter((event) => {
      const about = event.type === "play.started" ? event.play : event;
      return "sessionId" in about && about.sessionId === sessionId;
    });
  }
}
