import Fastify from "fastify";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addWebApp } from "./web-app.ts";

const app = Fastify();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "neonrelay-web-"));
  const write = async (name: string, content: string) => {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  };
  await write("secret.txt", "secret");
  await write("web/index.html", "page");
  await write("web/a cover.svg", "cover");
  await write("web/assets/app-1.js", "plain");
  await write("web/assets/app-1.js.br", "small");
  await addWebApp(app, path.join(folder, "web"));
});

afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

test.each([
  ["/", "text/html", 200, "page"],
  ["/?section=logs", "text/html", 200, "page"],
  ["/library", "text/html", 200, "page"],
  ["/a%20cover.svg?v=1", "*/*", 200, "cover"],
  ["/assets/app-1.js", "*/*", 200, "plain"],
  ["/assets/app-2.js", "*/*", 404, expect.stringContaining("not_found")],
  ["/assets", "*/*", 404, expect.stringContaining("not_found")],
  ["/assets/..%2findex.html", "*/*", 403, expect.anything()],
  ["/..%2fsecret.txt", "*/*", 403, expect.anything()],
])("GET %s for %s answers %i", async (url, accept, status, content) => {
  const answer = await app.inject({ method: "GET", url, headers: { accept } });

  expect([answer.statusCode, answer.body]).toEqual([status, content]);
});

test("a file is compressed for clients that accept it, and cached for ever when its name has a hash", async () => {
  const url = "/assets/app-1.js";
  const answer = await app.inject({ url, headers: { "accept-encoding": "br" } });
  const head = await app.inject({ method: "HEAD", url });

  expect(answer.body).toBe("small");
  expect(answer.headers).toMatchObject({
    "content-type": "application/javascript; charset=utf-8",
    "content-encoding": "br",
    "cache-control": "public, max-age=31536000, immutable",
    vary: "accept-encoding",
  });
  expect([head.statusCode, head.body, head.headers["content-length"]]).toEqual([200, "", "5"]);
});
