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
  readonly outbox = new Outbox({
    clock: this.clock,
    limits: FLOOD_PRESETS.normal,
    write: (line) => this.written.push(line),
    writeLetterLine(letter, index) {
      letter.sendLine();
      return letter.lines[index]?.params[1] ?? "";
    },
  });

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

test("[C10] commands go before answers, answers before what is relayed, and a PONG before all", () => {
  const test = new TestOutbox();
  test.fill();

  test.say("relayed");
  test.say("answer", "reply");
  test.outbox.send("JOIN #a");
  test.outbox.sendNow("PONG");
  test.clock.advance(20_000);

  expect(test.written).toEqual(["PONG", "JOIN #a", "answer", "relayed"]);
});

test("[C11] what has waited for half a minute is not delivered, and its sender is told", () => {
  const test = new TestOutbox();
  for (let index = 0; index < 60; index += 1) test.outbox.send(`MODE #a +v nick${index}`);

  test.say("late");
  test.clock.advance(120_000);

  expect(test.deliveries).toEqual(["late: the channel is busy"]);
});

test("[C11] what finds no room is told at once", () => {
  const test = new TestOutbox();
  test.fill();

  for (const text of ["1", "2", "3", "4"]) test.say(text, "relay", "ann");

  expect(test.deliveries).toEqual(["4: too many messages at once"]);
});

test("[C13] what waits when the connection ends is not delivered", () => {
  const test = new TestOutbox();
  test.fill();
  test.say("waiting");

  test.outbox.close("the server closed the connection");

  expect(test.deliveries).toEqual(["waiting: the server closed the connection"]);
  expect(test.clock.timers).toBe(0);
});
