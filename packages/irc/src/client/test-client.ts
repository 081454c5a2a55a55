/** A client of a real server, with its events. */
import { WAIT_LIMIT_MS } from "../test-wait-limit.ts";
import type { Clock } from "./timers.ts";
import type { IrcEvent } from "./client-event.ts";
import type { IrcClientOptions } from "./client-options.ts";
import { IrcClient } from "./irc-client.ts";
import type { Delivery, SayRequest } from "./outgoing-text.ts";
import { TestClock } from "./test-clock.ts";

export class TestClient implements Disposable {
  /** Stands still, unless the test passes another one. */
  readonly clock = new TestClock();
  readonly events: IrcEvent[] = [];
  readonly client: IrcClient;
  #next = 0;
  #look: () => void = () => undefined;

  constructor(
    change: Partial<IrcClientOptions> & { readonly port: number; readonly clock?: Clock },
  ) {
    this.client = new IrcClient(
      {
        host: "127.0.0.1",
        tls: { kind: "off" },
        nick: "bot",
        otherNicks: [],
        user: "bot",
        realName: "a bot",
        sasl: { kind: "none" },
        channels: [{ name: "#radio" }],
        flood: "trusted",
        clock: this.clock,
        random: () => 0,
        ...change,
      },
      (event) => {
        this.events.push(event);
        this.#look();
      },
    );
    this.client.start();
  }

  /** The next matching event after those already awaited. @throws when none comes in time */
  async until<Type extends IrcEvent["type"]>(
    type: Type,
    isIt: (event: Extract<IrcEvent, { type: Type }>) => boolean = () => true,
  ): Promise<Extract<IrcEvent, { type: Type }>> {
    const { promise, resolve, reject } = Promise.withResolvers<Extract<IrcEvent, { type: Type }>>();
    const timer = setTimeout(
      () => reject(new Error(`no ${type}; there were: ${JSON.stringify(this.events.slice(-20))}`)),
      WAIT_LIMIT_MS,
    );
    const isOfType = (event: IrcEvent): event is Extract<IrcEvent, { type: Type }> =>
      event.type === type;
    this.#look = () => {
      while (this.#next < this.events.length) {
        const event = this.events[this.#next];
        this.#next += 1;
        if (event === undefined || !isOfType(event) || !isIt(event)) continue;
        this.#look = () => undefined;
        resolve(event);
        return;
      }
    };
    this.#look();
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
    }
  }

  /** The state with its reason, once the client waits or has stopped. */
  async untilTrouble(): Promise<Extract<IrcEvent, { type: "state" }>["state"]> {
    const { state } = await this.until(
      "state",
      (event) => event.state.status === "waiting" || event.state.status === "stopped",
    );
    return state;
  }

  say(text: string, change: Partial<SayRequest> = {}): Promise<Delivery> {
    return this.client.say({
      channel: "#radio",
      text,
      kind: "privmsg",
      prefix: "",
      lane: "relay",
      sender: "eve",
      ...change,
    });
  }

  [Symbol.dispose](): void {
    this.client.close("bye");
  }
}
