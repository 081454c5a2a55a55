import { ANONYMOUS_AUTHOR, type Role } from "@neonrelay/contract";
import { expect, test } from "vitest";
import type { Caller } from "../identity/rights-rules.ts";
import { authorName, mayComment, type StoredComment, toComments } from "./comment-rules.ts";

const timestamp = new Date("2030-01-31T20:15:00.000Z");
const stored = (id: string, parentId: string | null = null): StoredComment => ({
  id,
  author: "ada",
  content: `says ${id}`,
  timestamp,
  likes: 2,
  parentId,
});
const shown = (id: string) => ({
  id,
  author: "ada",
  content: `says ${id}`,
  timestamp: "2030-01-31T20:15:00.000Z",
  likes: 2,
});
const userOf = (role: Role): Caller => ({
  kind: "user",
  accountId: "1",
  username: "ada",
  name: "Ada L.",
  email: null,
  role,
  ircAccount: null,
  lastLogin: null,
});

test("comments keep their order, each with its replies, oldest first", () => {
  const replies = [stored("3", "1"), stored("2", "1"), stored("9", "gone")];

  expect(toComments([stored("5"), stored("1")], replies)).toEqual([
    { ...shown("5"), replies: [] },
    { ...shown("1"), replies: [shown("2"), shown("3")] },
  ]);
});

test("a comment's author is its account or anonymous", () => {
  expect(authorName(userOf("listener"))).toBe("ada");
  expect(authorName({ kind: "guest" })).toBe(ANONYMOUS_AUTHOR);
  expect(authorName({ kind: "access-code" })).toBe(ANONYMOUS_AUTHOR);
});

test("while comments are off only the station's operators can comment", () => {
  const callers = [{ kind: "guest" } as const, userOf("listener"), userOf("moderator")];
  const may = (commentsEnabled: boolean) =>
    callers.map((caller) => mayComment({ caller, commentsEnabled }));

  expect(may(true)).toEqual([true, true, true]);
  expect(may(false)).toEqual([false, false, true]);
});
