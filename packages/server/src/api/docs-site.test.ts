import Fastify from "fastify";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { addDocsSite } from "./docs-site.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "neonrelay-docs-"));
  const site = path.join(folder, "dist");
  mkdirSync(path.join(site, "assets/chunks"), { recursive: true });
  writeFileSync(path.join(folder, "secret.html"), "a secret");
  for (const name of ["index.html", "404.html", "first-hour.html", "assets/chunks/a.1b2.js"])
    writeFileSync(path.join(site, name), `this is ${name}`);
});
afterEach(() => rmSync(folder, { recursive: true }));

async function ask(url: string, docsRoot = path.join(folder, "dist")) {
  await using app = Fastify();
  await addDocsSite(app, docsRoot);
  const { statusCode, body, headers } = await app.inject(url);
  return { status: statusCode, body, headers };
}

test.each([
  ["/docs/", 200, "this is index.html"],
  ["/docs/first-hour", 200, "this is first-hour.html"],
  ["/docs/no/such/page", 404, "this is 404.html"],
])("%s answers %i", async (url, status, body) => {
  const answer = await ask(url);

  expect(answer).toMatchObject({ status, body });
  expect(answer.headers).toMatchObject({ "cache-control": "no-cache" });
  expect(answer.headers["content-type"]).toMatch(/^text\/html/);
});

test("files with a hash in their name are cached for ever", async () => {
  const { headers } = await ask("/docs/assets/chunks/a.1b2.js");

  expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
});

test("/docs redirects to the first page, even below a proxy's path", async () => {
  expect((await ask("/docs")).headers.location).toBe("docs/");
});

test.each(["/docs/../secret.html", "/docs/%2e%2e/secret.html", "/docs/..%2fsecret.html"])(
  "%s reaches no file outside the site",
  async (url) => {
    expect((await ask(url)).body).not.toContain("a secret");
  },
);

test("where the site is not installed there is no /docs", async () => {
  const { status, body } = await ask("/docs/", path.join(folder, "nothing"));

  expect([status, body]).toEqual([404, expect.stringContaining("Route GET:/docs/ not found")]);
});
