import { expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";

const read = (environment: Record<string, string>) =>
  readConfig({ environment, workingFolder: "/srv/radio" });

test("an empty environment gives the defaults in docs/configuration.md", () => {
  expect(read({})).toEqual({
    host: "127.0.0.1",
    port: 5000,
    streamHost: "127.0.0.1",
    streamPort: 8000,
    shoutcastPort: null,
    dataDir: "/srv/radio/data",
    musicDirs: [],
    demoMusic: true,
    buildsDocs: true,
    databaseUrl: null,
    node: null,
    databaseConsoleUrl: null,
    sourceUrl: null,
    metricsToken: null,
    admin: { username: "admin", password: null, accessCode: null },
    publicUrl: null,
    publicStreamUrl: null,
    edgeSecret: null,
    geoipFile: null,
    relayPassword: null,
    trustProxy: [],
    tls: null,
    irc: {
      connection: {
        kind: "embedded",
        host: "127.0.0.1",
        port: 6667,
        tls: null,
        clients: { perNetwork: 10, fromLoopback: 100 },
      },
      channel: null,
      channelKey: null,
      nick: null,
    },
    listenerLimits: { perNetwork: 50, fromLoopback: 500 },
    logLevel: "info",
    logFormat: "auto",
  });
});

test("the stream listens on the web app's host unless configured otherwise", () => {
  expect(read({ HOST: "0.0.0.0" }).streamHost).toBe("0.0.0.0");
  expect(read({ HOST: "0.0.0.0", STREAM_HOST: "::1" }).streamHost).toBe("::1");
});

test("relative folders are resolved against the folder the station was started in", () => {
  const config = read({ DATA_DIR: "keep", MUSIC_DIRS: "/music:more" });

  expect(config.dataDir).toBe("/srv/radio/keep");
  expect(config.musicDirs).toEqual(["/music", "/srv/radio/more"]);
});

test("all problems are reported together, each with its variable", () => {
  const attempt = () =>
    read({
      PORT: "80a",
      STREAM_PORT: "70000",
      DATABASE_URL: "mysql://x",
      DATABASE_CONSOLE_URL: "javascript:alert(1)",
      SOURCE_URL: "javascript:alert(1)",
      METRICS_TOKEN: "fifteen-signs..",
      ADMIN_PASSWORD: "short",
      LOG_LEVEL: "loud",
    });

  expect(attempt).toThrow(ConfigError);
  expect(attempt).toThrow(
    /PORT must be a port number[^]*STREAM_PORT must[^]*DATABASE_URL must begin with postgres:[^]*DATABASE_CONSOLE_URL must[^]*SOURCE_URL must[^]*METRICS_TOKEN must have at least 16[^]*ADMIN_PASSWORD must have at least 10[^]*LOG_LEVEL must be one of/,
  );
});

test("a refused secret is not echoed", () => {
  expect(() => read({ ADMIN_PASSWORD: "hunter2" })).not.toThrow(/hunter2/);
  expect(() => read({ METRICS_TOKEN: "hunter2" })).not.toThrow(/hunter2/);
  expect(() => read({ METRICS_TOKEN: "hunter2 and some more" })).not.toThrow(/hunter2/);
});

test("a trusted proxy must be a valid address or network", () => {
  expect(read({ TRUST_PROXY: "10.0.0.0/8, ::1" }).trustProxy).toEqual(["10.0.0.0/8", "::1"]);
  for (const wrong of ["10.0.0.0/33", "10.0.0.1/8/8", "proxy.example", "::1/129"])
    expect(() => read({ TRUST_PROXY: wrong })).toThrow(/TRUST_PROXY must be/);
});

const onPostgres = { DATABASE_URL: "postgres://radio@db/radio" };

test("a node has a name, and may have a standby database, a nats-server and no on-air of its own", () => {
  const environment = {
    ...onPostgres,
    NODE_NAME: "b",
    NODE_ON_AIR: "off",
    DATABASE_STANDBY_URL: "postgres://radio@standby/radio",
    NATS_URL: "nats://radio:password@127.0.0.1:4222",
  };

  expect(readConfig({ environment, workingFolder: "/srv" }).node).toEqual({
    name: "b",
    standbyUrl: "postgres://radio@standby/radio",
    natsUrl: "nats://radio:password@127.0.0.1:4222",
    hasOnAir: false,
  });
});

test.each([
  [{ NODE_NAME: "a" }, "NODE_NAME needs DATABASE_URL"],
  [{ NODE_ON_AIR: "off" }, "NODE_ON_AIR needs NODE_NAME"],
  [{ NATS_URL: "nats://a:b@127.0.0.1" }, "NATS_URL needs NODE_NAME"],
  [{ ...onPostgres, NODE_NAME: "a", NATS_URL: "http://127.0.0.1" }, "nats:// or tls://"],
  [{ ...onPostgres, NODE_NAME: "a", NATS_URL: "nats://a:100%@127.0.0.1" }, "%25"],
  [{ ...onPostgres, DATABASE_STANDBY_URL: "postgres://s/radio" }, "DATABASE_STANDBY_URL needs"],
  [{ ...onPostgres, NODE_NAME: "a", TLS_CERT: "c", TLS_KEY: "k" }, "exclude each other"],
  [
    { ...onPostgres, NODE_NAME: "b", NODE_ON_AIR: "off", STREAM_PORT: "0" },
    "NODE_ON_AIR=off needs STREAM_PORT",
  ],
])("a node that can't work is refused: %j", (environment, problem) => {
  expect(() => readConfig({ environment, workingFolder: "/srv" })).toThrow(problem);
});
