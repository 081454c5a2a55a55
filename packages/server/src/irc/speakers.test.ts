import { expect, test } from "vitest";
import type { Caller } from "../identity/rights-rules.ts";
import { toVisitor } from "../identity/visitor.ts";
import { toWebSpeaker } from "./speakers.ts";

const callers: readonly Caller[] = [
  { kind: "guest" },
  { kind: "access-code" },
  {
    kind: "user",
    accountId: "0b0e1c5c-7d3c-4d0e-9a52-3b1f4f6f2a10",
    username: "mira",
    name: null,
    email: null,
    role: "listener",
    ircAccount: null,
    lastLogin: null,
  },
];

test.each(callers)("a web chatter's requests are credited to their chat name: %o", (caller) => {
  const visitor = toVisitor({ caller, visitorId: "cookie", address: "192.0.2.1" });

  const speaker = toWebSpeaker({
    nick: "nightowl",
    speaker: { caller, visitor },
    isEmbeddedServer: true,
    secret: "secret",
  });

  expect(speaker.requester).toMatchObject({ name: "nightowl", key: visitor.key });
});
