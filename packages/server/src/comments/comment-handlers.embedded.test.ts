import { commentSchema, commentsSchema, type Comment } from "@neonrelay/contract";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestBrowser, type TestServer } from "../api/test-server.ts";
import { addComment } from "./comment-actions.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server[Symbol.asyncDispose]());

const write = (content: string) => ({ body: { content } });

/** A comment by another guest. */
async function someComment(content = "a comment"): Promise<Comment> {
  return await addComment(server, { content, caller: { kind: "guest" } });
}

async function listed(): Promise<Comment[]> {
  return commentsSchema.parse((await server.call("GET", "/api/comments")).body);
}

async function find(id: string): Promise<Comment | undefined> {
  return (await listed()).find((comment) => comment.id === id);
}

test("comments are listed newest first; a guest's author is Anonymous Listener", async () => {
  const guest = server.guest();
  const first = await guest.call("POST", "/api/comments", {
    body: { content: "  first  ", author: "The Boss" },
  });
  const second = await guest.call("POST", "/api/comments", write("second"));

  expect(first).toMatchObject({
    status: 200,
    body: { author: "Anonymous Listener", content: "first", likes: 0, replies: [] },
  });
  expect((await listed()).slice(0, 2)).toEqual([second.body, first.body]);
});

test("a signed-in author is shown by user name", async () => {
  const { call, account } = await server.signIn("listener");

  const answer = await call("POST", "/api/comments", write("hello"));

  expect(answer.body).toMatchObject({ author: account?.username });
});

test("a comment and a reply of 1001 characters are refused", async () => {
  const { id } = await someComment();
  for (const path of ["/api/comments", `/api/comments/${id}/replies`])
    expect(await server.guest().call("POST", path, write("x".repeat(1001)))).toMatchObject({
      status: 400,
      body: { code: "invalid_request", field: "content" },
    });
});

test("a comment of 1000 characters is accepted", async () => {
  const answer = await server.guest().call("POST", "/api/comments", write("x".repeat(1000)));

  expect(answer.status).toBe(200);
});

test("replies are listed below their comment, oldest first, including replies to replies", async () => {
  const { id } = await someComment();
  const guest = server.guest();
  const first = await guest.call("POST", `/api/comments/${id}/replies`, write("first"));
  const firstId = commentSchema.shape.id.parse(Object(first.body)["id"]);
  const second = await guest.call("POST", `/api/comments/${firstId}/replies`, write("second"));

  expect(first).toMatchObject({ status: 200, body: { author: "Anonymous Listener" } });
  expect((await find(id))?.replies).toEqual([first.body, second.body]);
});

test("a comment that does not exist can't be replied to, liked or removed", async () => {
  const moderator = await server.signIn("moderator");
  const path = `/api/comments/${randomUUID()}`;

  for (const answer of [
    await moderator.call("POST", `${path}/replies`, write("hello")),
    await moderator.call("POST", `${path}/like`),
    await moderator.call("DELETE", `${path}/like`),
    await moderator.call("DELETE", path),
  ])
    expect(answer).toMatchObject({ status: 404, body: { code: "not_found" } });
});

test("twenty simultaneous likes of one network count as one, whatever their cookies", async () => {
  const { id } = await someComment();

  const answers = await Promise.all(
    Array.from({ length: 20 }, () => server.guest().call("POST", `/api/comments/${id}/like`)),
  );

  expect(answers.map(({ status, body }) => ({ status, body }))).toEqual(
    Array.from({ length: 20 }, () => ({ status: 200, body: { id, likes: 1 } })),
  );
  expect((await find(id))?.likes).toBe(1);
});

test("each visitor's like counts, for replies too, and an account counts once across browsers", async () => {
  const { id } = await someComment();
  const { cookie, call } = await server.signIn("listener");
  const session = cookie.split("; ").find((part) => part.startsWith("neonrelay_session=")) ?? "";
  const phone = { headers: { cookie: session } };

  await server.guest().call("POST", `/api/comments/${id}/like`);
  await call("POST", `/api/comments/${id}/like`);
  const answer = await server.call("POST", `/api/comments/${id}/like`, phone);

  expect(answer.body).toEqual({ id, likes: 2 });
});

test("people can take back their own like once, for a reply too", async () => {
  const { id } = await someComment();
  const listener = await server.signIn("listener");
  const other = await server.signIn("listener");
  const reply = await listener.call("POST", `/api/comments/${id}/replies`, write("hello"));
  const replyId = commentSchema.shape.id.parse(Object(reply.body)["id"]);
  for (const liked of [id, replyId])
    for (const { call } of [listener, other]) await call("POST", `/api/comments/${liked}/like`);

  const answers = await Promise.all(
    Array.from({ length: 5 }, () => listener.call("DELETE", `/api/comments/${id}/like`)),
  );
  await other.call("DELETE", `/api/comments/${replyId}/like`);

  expect(answers.map(({ status, body }) => ({ status, body }))).toEqual(
    Array.from({ length: 5 }, () => ({ status: 200, body: { id, likes: 1 } })),
  );
  expect(await find(id)).toMatchObject({ likes: 1, replies: [{ id: replyId, likes: 1 }] });
});

test("a visitor may post five comments at once; the sixth has to wait", async () => {
  const guest = server.guest();
  const { id } = await someComment();
  for (let n = 0; n < 4; n += 1) await guest.call("POST", "/api/comments", write(`comment ${n}`));
  await guest.call("POST", `/api/comments/${id}/replies`, write("a reply counts too"));

  for (const path of ["/api/comments", `/api/comments/${id}/replies`])
    expect(await guest.call("POST", path, write("one more"))).toMatchObject({
      status: 429,
      body: {
        error: expect.stringMatching(
          /^Please wait before posting another comment; try again in \d+ seconds?$/,
        ),
        code: "too_many_requests",
        retryAt: expect.any(String),
      },
    });
});

test("likes have a separate limit", async () => {
  const guest = server.guest();
  const { id } = await someComment();

  const answers = await Promise.all(
    Array.from({ length: 60 }, () => guest.call("POST", `/api/comments/${id}/like`)),
  );

  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(0);
  for (const answer of refused)
    expect(answer).toMatchObject({ status: 429, body: { code: "too_many_requests" } });
});

test("turning comments off works at once for guests and listeners, but not for moderators", async () => {
  const { id } = await someComment();
  const listener = await server.signIn("listener");
  const moderator = await server.signIn("moderator");
  const tryAll = async ({ call }: TestBrowser) => [
    await call("POST", "/api/comments", write("hello")),
    await call("POST", `/api/comments/${id}/replies`, write("hello")),
    await call("POST", `/api/comments/${id}/like`),
    await call("DELETE", `/api/comments/${id}/like`),
  ];
  await server.settings.change(() => ({ commentsEnabled: false }));
  try {
    for (const answer of [...(await tryAll(server.guest())), ...(await tryAll(listener))])
      expect(answer).toMatchObject({
        status: 403,
        body: { error: "Comments are turned off", code: "comments_off" },
      });
    for (const answer of await tryAll(moderator)) expect(answer.status).toBe(200);
    expect((await find(id))?.likes).toBe(0);
  } finally {
    await server.settings.change(() => ({ commentsEnabled: true }));
  }
});

test("moderators remove a comment with its replies, and single replies", async () => {
  const { id } = await someComment();
  const moderator = await server.signIn("moderator");
  const replies = [];
  for (const content of ["first", "second"]) {
    const { body } = await moderator.call("POST", `/api/comments/${id}/replies`, write(content));
    replies.push(commentSchema.shape.id.parse(Object(body)["id"]));
  }
  await moderator.call("POST", `/api/comments/${replies[1]}/like`);

  await moderator.call("DELETE", `/api/comments/${replies[0]}`);
  expect((await find(id))?.replies.map((reply) => reply.id)).toEqual([replies[1]]);
  expect(await moderator.call("DELETE", `/api/comments/${id}`)).toMatchObject({
    status: 200,
    body: { deleted: true },
  });
  expect(await find(id)).toBeUndefined();
  expect(await moderator.call("POST", `/api/comments/${replies[1]}/like`)).toMatchObject({
    status: 404,
  });
});

test("removing comments needs that right", async () => {
  const { id } = await someComment();
  const listener = await server.signIn("listener");

  expect(await server.guest().call("DELETE", `/api/comments/${id}`)).toMatchObject({ status: 401 });
  expect(await listener.call("DELETE", `/api/comments/${id}`)).toMatchObject({ status: 403 });
  expect(await find(id)).toBeDefined();
});
