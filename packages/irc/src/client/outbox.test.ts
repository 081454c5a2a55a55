import { expect, test } from "vitest";
import { FLOOD_PRESETS } from "./flood-rules.ts";
import { Letter } from "./letter.ts";
import { Outbox } from "./outbox.ts";
import type { Delivery, SayLane } from "./outgoing-text.ts";
import { TestClock } from "./test-clock.ts";

class TestOutbox {
  readonly clock = new TestClock();
  readonly written: string[] = [];
  readonly deliveries: string[] = [];
  readonly outbox: Outbox;

  constructor(limits = FLOOD_PRESETS.normal) {
    this.outbox = new Outbox({
      clock: this.clock,
      limits,
      write: (line) => this.written.push(line),
      writeLetterLine(letter, index) {
        letter.sendLine();
        return letter.lines[index]?.params[1] ?? "";
      },
    });
  }

  say(text: string, lane: SayLane = "relay", sender = text): void {
    const request = { channel: "#a", text, kind: "privmsg", prefix: "", lane, sender } as const;
    const settle = (delivery: Delivery) =>
      this.deliveries.push(
        `${text}: ${delivery.kind === "not-delivered" ? delivery.reason : delivery.kind}`,
      );
    const lines = [{ command: "PRIVMSG", params: ["#a", text] }] as const;
    this.outbox.say(new Letter({ request, lines, queuedAtMs: this.clock.nowMs(), settle }));
  }

  fill(): void {
    for (let index = 0; index < 4; index += 1) this.outbox.sendNow("FILL");
    this.written.length = 0;
  }
}

test("[C10] commands go before replies, replies before relayed messages, and a PONG before everything", () => {
  const test = new TestOutbox();
  test.fill();

  test.say("relayed");
  test.say("answer", "reply");
  test.outbox.send("JOIN #a");
  test.outbox.sendNow("PONG");
  test.clock.advance(20_000);

  expect(test.written).toEqual(["PONG", "JOIN #a", "answer", "relayed"]);
});

test("[C11] a reply is dropped after half a minute, a relayed message after ten", () => {
  const test = new TestOutbox();
  for (let index = 0; index < 60; index += 1) test.outbox.send(`MODE #a +v nick${index}`);

  test.say("answer", "reply");
  test.say("relayed");
  test.clock.advance(120_000);
  const afterMinutes = [...test.deliveries];
  for (let index = 0; index < 200; index += 1) test.outbox.send(`MODE #a +v nick${index}`);
  test.say("late");
  for (let index = 0; index < 12; index += 1) {
    for (let more = 0; more < 60; more += 1) test.outbox.send(`MODE #a +v nick${more}`);
    test.clock.advance(60_000);
  }

  expect(afterMinutes).toEqual(["answer: the channel is busy", "relayed: sent"]);
  expect(test.deliveries.at(-1)).toBe("late: the channel is busy");
});

test("[C11] a message without room fails at once", () => {
  const test = new TestOutbox();
  test.fill();

  for (let index = 1; index <= 61; index += 1) test.say(String(index), "relay", "ann");

  expect(test.deliveries).toEqual(["61: too many messages at once"]);
});

test("[C11] on the strictest network 48 lines queued at once all go out", () => {
  const test = new TestOutbox(FLOOD_PRESETS.strict);
  for (let index = 0; index < 48; index += 1) test.say(`line ${index}`, "relay", `u${index % 6}`);

  test.clock.advance(180_000);

  expect(test.written).toHaveLength(48);
  expect(test.deliveries.filter((delivery) => !delivery.endsWith(": sent"))).toEqual([]);
});

test("[C13] a message still queued when the connection ends is not delivered", () => {
  const test = new TestOutbox();
  test.fill();
  test.say("waiting");

  test.outbox.close("the server closed the connection");

  expect(test.deliveries).toEqual(["waiting: the server closed the connection"]);
  expect(test.clock.timers).toBe(0);
});
