import { expect, test } from "vitest";
import { ConfigError } from "./config.ts";
import { readEdgeConfig } from "./edge-config.ts";

const environment = {
  EDGE_SECRET: "a secret of edges".replaceAll(" ", "-"),
  MASTER_URL: "http://radio.example:8000/",
  EDGE_NAME: "paris",
};

function read(args: readonly string[], given: Readonly<Record<string, string>> = environment) {
  return readEdgeConfig({ args, environment: given, workingFolder: "/srv" });
}

function problemsOf(args: readonly string[], given: Readonly<Record<string, string>>) {
  try {
    return read(args, given);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

test("an edge needs a master and the secret", () => {
  expect(read([])).toMatchObject({
    master: "http://radio.example:8000",
    secret: "a-secret-of-edges",
    name: "paris",
    weight: 10,
    streamHost: "127.0.0.1",
    streamPort: 8000,
    publicStreamUrl: null,
    dataDir: "/srv/data/edge",
  });
});

test("a flag overrides its variable", () => {
  const args = ["--master", "https://master.example", "--port", "8100", "--weight", "0"];

  expect(read(args)).toMatchObject({
    master: "https://master.example",
    streamPort: 8100,
    weight: 0,
  });
});

test("everything missing is named, with the usage", () => {
  expect(problemsOf([], {})).toEqual(
    expect.arrayContaining(["MASTER_URL is missing", "EDGE_SECRET is missing"]),
  );
  expect(problemsOf(["--master", "radio"], environment)).toEqual(
    expect.arrayContaining([
      "MASTER_URL must be an address that begins with http:// or https://",
      expect.stringContaining("Usage:"),
    ]),
  );
});

test("an unknown flag is refused", () => {
  expect(problemsOf(["--secret", "x"], environment)).toEqual(
    expect.arrayContaining([expect.stringContaining("--secret")]),
  );
});
