import Fastify from "fastify";
import { expect, test } from "vitest";
import { addRouteCheck, findRouteProblem } from "./gate.ts";

const route = {
  methods: ["GET"],
  url: "/api/queue",
  access: "public",
  isForAnyone: false,
} as const;

test.each([
  ["a call that says whose it is", route, null],
  ["a page", { ...route, url: "/library", access: undefined }, null],
  [
    "a page whose name begins like the calls",
    { ...route, url: "/apiary", access: undefined },
    null,
  ],
  ["the description", { ...route, url: "/api/openapi.json", access: undefined }, null],
  ["a file of the description", { ...route, url: "/api/docs/static/*", access: undefined }, null],
  ["what many read alike", { ...route, isForAnyone: true }, null],
  ["a call that says nothing", { ...route, access: undefined }, "is a call"],
  [
    "what resembles the description",
    { ...route, url: "/api/docs2", access: undefined },
    "is a call",
  ],
  [
    "a form that says nothing",
    { ...route, url: "/form", methods: ["GET", "POST"], access: undefined },
    "changes",
  ],
  ["a write for anyone", { ...route, methods: ["PUT"], isForAnyone: true }, "can't be for anyone"],
] as const)("%s is served, or there is a reason", (_what, declared, problem) => {
  expect(findRouteProblem(declared)).toEqual(
    problem === null ? null : expect.stringContaining(problem),
  );
});

test("a server with a route that declares no access does not start", () => {
  const app = Fastify();
  addRouteCheck(app);

  app.get("/page", () => "");
  app.post("/api/fine", { config: { access: "public" } }, () => "");

  expect(() => app.post("/api/forgotten", () => "")).toThrow(
    "POST /api/forgotten changes something, so it must declare its access",
  );
});
