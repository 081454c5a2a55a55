import Fastify from "fastify";
import os from "node:os";
import path from "node:path";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addDocsSite, addWebApp } from "./built-sites.ts";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";

describe("the web app", () => {
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
});

describe("the documentation", () => {
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

  test("where the documentation is missing its address says why, until it has been built", async () => {
    const docsRoot = path.join(folder, "later");
    await using app = Fastify();
    await addDocsSite(app, docsRoot);
    const ask = async (url: string) => {
      const { statusCode, body } = await app.inject(url);
      return [statusCode, body];
    };

    const before = await ask("/docs/");
    mkdirSync(docsRoot);
    writeFileSync(path.join(docsRoot, ".why-missing"), "Its build failed.");
    const failed = await ask("/docs/first-hour");
    for (const name of ["index.html", "404.html"]) writeFileSync(path.join(docsRoot, name), name);

    expect(before).toEqual([404, expect.stringContaining("builds it after its first start")]);
    expect(failed).toEqual([
      404,
      expect.stringContaining("could not build it. Its build failed. It tries again at its next"),
    ]);
    expect([await ask("/docs/"), await ask("/docs/no/page")]).toEqual([
      [200, "index.html"],
      [404, "404.html"],
    ]);
  });
});
