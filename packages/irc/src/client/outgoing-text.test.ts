import { expect, test } from "vitest";
import { defaultIsupport } from "../protocol/index.ts";
import { composeLines, type SayRequest } from "./outgoing-text.ts";

const me = { name: "bot", user: "~bot", host: "example.org" };
const request: SayRequest = {
  channel: "#radio",
  text: "hi",
  kind: "privmsg",
  prefix: "<ann> ",
  lane: "relay",
  sender: "ann",
};

function compose(change: Partial<SayRequest>, relaySeparator?: string) {
  return composeLines({
    request: { ...request, ...change },
    me,
    isupport: defaultIsupport,
    relaySeparator,
  });
}

test("[C12] every line begins with the speaker's name, and fits as others receive it", () => {
  const composed = compose({ text: "word ".repeat(200) });

  expect(composed.kind).toBe("lines");
  const lines = composed.kind === "lines" ? composed.lines : [];
  expect(lines.length).toBe(3);
  for (const { command, params } of lines) {
    expect(params[1]?.startsWith("<ann> ")).toBe(true);
    const received = `:bot!~bot@example.org ${command} ${params[0]} :${params[1]}\r\n`;
    expect(Buffer.byteLength(received)).toBeLessThanOrEqual(512);
  }
});

test("[C12] a text of more than three lines is refused", () => {
  expect(compose({ text: "x".repeat(1_500) })).toEqual({
    kind: "refused",
    reason: "the text is too long for IRC",
  });
});

test("[C12] CTCP in a text is defused, and an action is CTCP", () => {
  expect(compose({ text: "\u0001VERSION\u0001", prefix: "" })).toEqual({
    kind: "lines",
    lines: [{ command: "PRIVMSG", params: ["#radio", " VERSION "] }],
  });
  expect(compose({ text: "waves", kind: "action", prefix: "ann " })).toEqual({
    kind: "lines",
    lines: [{ command: "PRIVMSG", params: ["#radio", "\u0001ACTION ann waves\u0001"] }],
  });
});

test("[C16] where the server allows it, a message is sent under the speaker's own name", () => {
  expect(compose({ relayNick: "ann" }, "/")).toEqual({
    kind: "lines",
    lines: [{ command: "RELAYMSG", params: ["#radio", "ann/web", "hi"] }],
  });
  expect(compose({}, "/")).toMatchObject({ lines: [{ command: "PRIVMSG" }] });
});
