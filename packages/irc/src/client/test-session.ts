/** A session without a socket: the test plays the server. */
import { ChannelMembership } from "./channel-membership.ts";
import type { IrcEvent } from "./client-event.ts";
import type { IrcClientOptions } from "./client-options.ts";
import type { Ending } from "./ending-rules.ts";
import { FLOOD_PRESETS } from "./flood-rules.ts";
import type { Delivery, SayRequest } from "./outgoing-text.ts";
import { SeenMessages } from "./seen-messages.ts";
import { Session } from "./session.ts";
import { TestClock } from "./test-clock.ts";

export class TestSession {
  readonly clock = new TestClock();
  readonly sent: string[] = [];
  readonly events: IrcEvent[] = [];
  readonly endings: Ending[] = [];
  readonly session: Session;
  readonly channels: ChannelMembership;

  constructor(change: Partial<IrcClientOptions>, seen = new SeenMessages()) {
    const options: IrcClientOptions = {
      host: "127.0.0.1",
      port: 6667,
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
    };
    const emit = (event: IrcEvent) => void this.events.push(event);
    this.channels = new ChannelMembership(options, (channel, state) =>
      emit({ type: "channel", channel, state }),
    );
    this.session = new Session({
      options,
      link: { isSecure: false, port: options.port },
      limits: FLOOD_PRESETS[options.flood],
      seen,
      channelMembership: this.channels,
      write: (line) => void this.sent.push(line),
      emit,
      onRegistered: () => undefined,
      onEnd: (ending) => void this.endings.push(ending),
    });
    this.session.start();
  }

  receive(...lines: readonly string[]): void {
    for (const line of lines) this.session.receive(line);
  }

  /** Registers with these capabilities. */
  register(capabilities: string, isupport = "PREFIX=(ov)@+"): void {
    this.receive(`:s CAP * LS :${capabilities}`);
    if (capabilities !== "") this.receive(`:s CAP * ACK :${capabilities}`);
    this.receive(":s 001 bot :hi", `:s 005 bot ${isupport} :are supported`, ":s 376 bot :end");
  }

  /** Joins #radio, where ann is an operator. */
  join(): void {
    this.receive(":bot!b@h JOIN #radio", ":s 353 bot = #radio :bot @ann", ":s 366 bot #radio :end");
    this.clear();
  }

  clear(): void {
    this.sent.length = 0;
    this.events.length = 0;
  }

  /** @returns its fate; undefined until known */
  say(change: Partial<SayRequest>): { delivery: Delivery | undefined } {
    const outcome: { delivery: Delivery | undefined } = { delivery: undefined };
    this.session.say(
      {
        channel: "#radio",
        text: "hello",
        kind: "privmsg",
        prefix: "<eve> ",
        lane: "relay",
        sender: "eve",
        ...change,
      },
      (delivery) => {
        outcome.delivery = delivery;
      },
    );
    return outcome;
  }

  /** Texts of the messages reported, prefixed with "own" or "playback". */
  heard(): readonly string[] {
    return this.events.flatMap((event) => {
      if (event.type !== "message") return [];
      const flags = `${event.isOwn ? "own " : ""}${event.isPlayback ? "playback " : ""}`;
      return [`${flags}${event.kind} ${event.from.name}: ${event.text}`];
    });
  }
}
