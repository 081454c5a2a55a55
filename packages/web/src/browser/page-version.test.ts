import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { checkPageVersion, isPageOutdated, onPageVersion } from "./page-version.ts";

let served: () => Promise<Response>;
let asked: number;

beforeEach(() => {
  asked = 0;
  vi.stubGlobal("document", {
    querySelectorAll: () => [{ getAttribute: () => "/assets/index-old.js" }],
  });
  vi.stubGlobal("fetch", async () => {
    asked += 1;
    return await served();
  });
});

afterEach(async () => {
  served = page("old");
  await checkPageVersion();
  vi.unstubAllGlobals();
});

test("a page is outdated while the station serves one with other scripts", async () => {
  const seen: boolean[] = [];
  const end = onPageVersion(() => seen.push(isPageOutdated()));

  for (const version of ["old", "new", "old"]) {
    served = page(version);
    await checkPageVersion();
  }
  end();
  await checkPageVersion();

  expect(seen).toEqual([false, true, false]);
});

test("a station that does not answer with a page says nothing about the version", async () => {
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  served = page("new");
  await checkPageVersion();

  served = async () => {
    throw new TypeError("Failed to fetch");
  };
  await checkPageVersion();
  const unreachable = isPageOutdated();
  served = async () => new Response("no", { status: 503 });
  await checkPageVersion();

  expect([unreachable, isPageOutdated(), warn.mock.calls.length]).toEqual([true, true, 2]);
  warn.mockRestore();
});

test("parts that fail together check once", async () => {
  served = page("new");

  await Promise.all([checkPageVersion(), checkPageVersion(), checkPageVersion()]);

  expect(asked).toBe(1);
});

function page(version: string): () => Promise<Response> {
  return async () => new Response(`<script src="/assets/index-${version}.js">`);
}
