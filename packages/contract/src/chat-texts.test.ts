import { expect, test } from "vitest";
import { sendChatBody } from "./chat-api.ts";
import { chatTextRefusal, readChatText } from "./chat-texts.ts";

const SECRET = "hunter2secret";

test.each([
  "/msg NickServ IDENTIFY hunter2secret",
  "  /MSG\u00a0NickServ IDENTIFY hunter2secret",
  "\u200b/identify hunter2secret",
  "/n\u200bs identify hunter2secret",
  "\u2066/quote PRIVMSG NickServ :IDENTIFY hunter2secret",
  "／ｍｓｇ　NickServ IDENTIFY hunter2secret",
  "/msg\u2800NickServ hunter2secret",
  "/msg\u3164NickServ hunter2secret",
  "/anythingelse hunter2secret",
  "/quit",
  "/srv",
])("%j is a command, and its refusal repeats none of it", (text) => {
  const typed = readChatText(text);
  const answer = sendChatBody.safeParse({ username: "owl", message: text });

  expect(typed.kind).toBe("command");
  expect(chatTextRefusal(typed)).toContain("begin with //");
  expect(answer.error?.issues).toMatchObject([
    { path: ["message"], message: chatTextRefusal(typed) },
  ]);
  expect(answer.error?.message).not.toContain(SECRET);
});

test.each([
  ["/srv/music", "/srv/music"],
  ["/r/radio is nice", "/r/radio is nice"],
  ["/8", "/8"],
  ["/", "/"],
  ["/ msg", "/ msg"],
  ["and/or", "and/or"],
  ["//msg is for IRC", "/msg is for IRC"],
  ["//me waves", "/me waves"],
  ["///", "//"],
  ["//", "//"],
  ["// a comment", "// a comment"],
  ["\u2067שלום", "\u2067שלום"],
  ["\u2764\ufe0f", "\u2764\ufe0f"],
])("%j says %j", (typed, text) => {
  expect(readChatText(typed)).toEqual({ kind: "message", text });
});

test("text after /me is an action, and /me alone is refused with an example", () => {
  expect(["/me waves", "/ME  waves", "\u200b/me waves", "／me waves"].map(readChatText)).toEqual(
    Array.from({ length: 4 }, () => ({ kind: "action", text: "waves" })),
  );
  for (const text of ["/me", "/me ", "/me \u200b"])
    expect(chatTextRefusal(readChatText(text))).toBe(
      "write what you do after /me, as in /me waves",
    );
});
