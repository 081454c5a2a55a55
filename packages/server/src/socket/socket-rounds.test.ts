import { createLog } from "@neonrelay/process/log";
import { expect, test } from "vitest";
import { TestBus } from "../bus/test-bus.ts";
import { PartJoiner, topicOf } from "../bus/sealed-parts.ts";
import { type Batch, textFrame, textOf } from "./browser-socket.ts";
import { FramePublisher, type SharedRound, sharedRoundSchema } from "./shared-rounds.ts";
import { SocketRounds, type RoundMember, type RoundMessage } from "./socket-rounds.ts";

const log = createLog({ part: "test", level: "silent" });

/** A socket that keeps what it is sent. */
function openMember(hostname: string, after = -1) {
  const got: string[] = [];
  const send = ({ messages }: Batch): void => {
    got.push(...messages.map(({ frame }) => textOf(frame)));
  };
  const member: RoundMember = { socket: { send }, hostname, after };
  return { member, got };
}

function message(text: string, sequence = 0): RoundMessage {
  return { state: null, sequence, isByHostname: false, frameFor: () => textFrame(text) };
}

function byHostname(sequence = 0): RoundMessage {
  return {
    state: "stream_info",
    sequence,
    isByHostname: true,
    frameFor: (hostname) => (hostname === "knows.it" ? null : textFrame(`for ${hostname}`)),
  };
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

test("a socket gets rounds after the one that its first messages include", async () => {
  const [early, late] = [openMember("a", 0), openMember("a", 2)];
  const members = new Set([early.member, late.member]);
  const rounds = new SocketRounds({ members, publisher: null, log });

  for (const sequence of [1, 2, 3]) rounds.send(message(`round ${sequence}`, sequence));
  await turns();

  expect(early.got).toEqual(["round 1", "round 2", "round 3"]);
  expect(late.got).toEqual(["round 3"]);
  expect(rounds.lastSentSequence).toBe(3);
});

test("news for the browsers of one name does not take the place of news for those of another", async () => {
  const [a, b] = [openMember("a.example"), openMember("b.example")];
  const members = new Set([a.member, b.member]);
  const rounds = new SocketRounds({ members, publisher: null, log });
  const only = (name: string): RoundMessage => ({
    ...byHostname(),
    frameFor: (hostname) => (hostname === name ? textFrame(`for ${name}`) : null),
  });

  rounds.send(only("a.example"));
  rounds.send(only("b.example"));
  await turns();

  expect([a.got, b.got]).toEqual([["for a.example"], ["for b.example"]]);
});

test("rounds that came while there was no socket are over, too", async () => {
  const rounds = new SocketRounds({ members: new Set(), publisher: null, log });

  rounds.send(message("unheard", 4));
  await turns();

  expect(rounds.lastSentSequence).toBe(4);
});

test("for sockets at other nodes a round is published once, by each name that they came by", async () => {
  const bus = new TestBus();
  const published: SharedRound[] = [];
  const joiner = new PartJoiner("secret");
  bus.follow(topicOf("secret"), (part) =>
    published.push(sharedRoundSchema.parse(JSON.parse(joiner.take(part) ?? ""))),
  );
  using stack = new DisposableStack();
  const isAskedBy = (): boolean => true;
  const publisher = stack.adopt(new FramePublisher({ bus, secret: "secret", isAskedBy }), (owned) =>
    owned.close(),
  );
  for (const hostname of ["a.example", "a.example", "b.example", "knows.it"])
    publisher.add(hostname);
  const own = openMember("own.example");
  const rounds = new SocketRounds({ members: new Set([own.member]), publisher, log });

  rounds.send(message("to all"));
  rounds.send(byHostname());
  await turns();

  expect(own.got).toEqual(["to all", "for own.example"]);
  expect(published.at(-1)).toEqual({
    sequence: 1,
    messages: [
      { state: null, hostname: null, text: "to all" },
      { state: "stream_info", hostname: "a.example", text: "for a.example" },
      { state: "stream_info", hostname: "b.example", text: "for b.example" },
    ],
  });
});

test("without sockets at other nodes nothing is published but signs of life", async () => {
  const bus = new TestBus();
  using stack = new DisposableStack();
  const publisher = stack.adopt(
    new FramePublisher({ bus, secret: "secret", isAskedBy: () => true }),
    (owned) => owned.close(),
  );
  publisher.add("a.example");
  publisher.remove("a.example");
  const rounds = new SocketRounds({ members: new Set(), publisher, log });

  rounds.send(message("to all"));
  await turns();

  expect([publisher.sequence, rounds.memberCount]).toEqual([0, 0]);
});
