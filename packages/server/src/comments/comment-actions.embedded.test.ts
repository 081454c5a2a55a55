import { createLog } from "@neonrelay/process/log";
import { sql } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { say, listChat } from "../chat/chat-actions.ts";
import { webLine } from "../chat/chat-rules.ts";
import { quietChannel } from "../irc/test-channel.ts";
import { testEngines, type TestDatabase } from "../database/test-database.ts";
import { Settings } from "../settings/settings.ts";
import { createStationEvents, type StationEvent } from "../events/station-events.ts";
import {
  addComment,
  addReply,
  likeComment,
  listComments,
  removeComment,
  type CommentParts,
} from "./comment-actions.ts";

const guest = { kind: "guest" } as const;
/** A guest with their own cookie. */
const liker = (network: string) => {
  const key = `visitor:${randomUUID()}`;
  return { caller: guest, visitor: { key, browserKey: key, network } };
};

describe.each(testEngines)("comments and chat on $name", (engine) => {
  let opened: TestDatabase;
  let parts: CommentParts;
  const published: StationEvent["type"][] = [];
  beforeAll(async () => {
    opened = await engine.open();
    const events = createStationEvents(createLog({ part: "test", level: "silent" }));
    events.subscribe(({ type }) => void published.push(type));
    const { database } = opened;
    parts = { database, events, settings: await Settings.load(database, events) };
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  test("twenty simultaneous likes of one network with any cookies, and twenty of others, make twenty-one, each published once", async () => {
    const { id } = await addComment(parts, { content: "a comment", caller: guest });
    published.length = 0;

    await Promise.all(
      Array.from({ length: 20 }, (_value, n) => [
        likeComment(parts, { id, ...liker("192.0.2.1") }),
        likeComment(parts, { id, ...liker(`198.51.100.${n}`) }),
      ]).flat(),
    );

    const listed = await listComments(parts.database.connection);
    expect(listed.find((comment) => comment.id === id)?.likes).toBe(21);
    expect(published).toEqual(Array.from({ length: 21 }, () => "comments.changed"));
    const { rows } = await parts.database.connection.execute(
      sql`select visitor_key from comment_likes where comment_id = ${id}`,
    );
    expect(JSON.stringify(rows)).not.toMatch(/192\.0\.2|198\.51/);
  });

  test("replies to and likes of a comment being removed are refused or removed with it", async () => {
    const { id } = await addComment(parts, { content: "a comment", caller: guest });

    const outcomes = await Promise.all([
      ...Array.from({ length: 5 }, () => addReply(parts, { id, content: "hi", caller: guest })),
      removeComment(parts, id),
      ...Array.from({ length: 5 }, (_value, n) =>
        likeComment(parts, { id, ...liker(`198.51.100.${n}`) }),
      ),
    ]);

    expect(outcomes[5]).toBe(true);
    const listed = await listComments(parts.database.connection);
    expect(listed.filter((comment) => comment.id === id)).toEqual([]);
  });

  test("messages are listed in the order they were stored, however fast they arrive", async () => {
    for (let n = 1; n <= 50; n += 1)
      await say(parts, webLine({ username: "owl", text: `message ${n}` }));

    const listed = await listChat({ ...parts, irc: quietChannel });

    expect(listed.map(({ message }) => message)).toEqual(
      Array.from({ length: 50 }, (_value, n) => `message ${n + 1}`),
    );
  });
});
