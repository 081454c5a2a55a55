import { expect, test } from "vitest";
import { sendChatBody } from "./chat-api.ts";
import { commentsApi } from "./comments-api.ts";
import { lineSchema, linesSchema } from "./texts.ts";
import { externalStreamsApi } from "./tracks-api.ts";
import { trimBlank } from "./visible-text.ts";

const blanks = [
  "\u3164",
  "\u115f\u1160",
  "\uffa0",
  "\u2800",
  "\u200b",
  "\u00ad",
  "\u034f",
  "\u180e",
  "\u2062",
  "\u{1d159}",
  "\u{e0020}",
  "\ufe0f",
  " \u3000\u2800\u3164 ",
];

test.each(blanks)("%j counts as empty wherever a text is required", (blank) => {
  const stream = { url: "https://radio.example/live.mp3", title: "Live", artist: "Ada" };
  const texts = [
    lineSchema({ shortest: 1, longest: 80 }).safeParse(blank),
    sendChatBody.safeParse({ username: "owl", message: blank }),
    sendChatBody.safeParse({ username: "owl", message: `/me ${blank}` }),
    commentsApi.addComment.body.safeParse({ content: blank }),
    commentsApi.replyToComment.body.safeParse({ content: blank }),
    externalStreamsApi.addExternalStream.body.safeParse({ ...stream, title: blank }),
    externalStreamsApi.addExternalStream.body.safeParse({ ...stream, artist: blank }),
  ];

  expect(texts.map(({ success }) => success)).toEqual(texts.map(() => false));
});

test("where a text may be empty, an invisible one becomes empty", () => {
  expect(lineSchema({ shortest: 0, longest: 80 }).parse("\u3164")).toBe("");
  expect(linesSchema({ longest: 80 }).parse("\u2800\n\u200b")).toBe("");
});

test.each(["a\u200b", "\u2764\ufe0f", "\u{1f469}\u200d\u{1f3a4}", "\u2801", "ᄒ", "ㅎ", "٠", "."])(
  "%j is visible and stays unchanged",
  (text) => {
    expect(trimBlank(` ${text} `)).toBe(text);
  },
);
