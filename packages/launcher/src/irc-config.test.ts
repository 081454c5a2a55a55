import { expect, test } from "vitest";
import { readConfig } from "./config.ts";

const read = (environment: Record<string, string>) =>
  readConfig({ environment, workingFolder: "/srv/radio" }).irc;

test("for another network, the bot connects over TLS on its port and the station's own server is off", () => {
  expect(read({ IRC_SERVER: "irc.example.org" }).connection).toEqual({
    kind: "network",
    host: "irc.example.org",
    port: 6697,
    tls: true,
    pace: "normal",
    password: null,
    sasl: null,
    clientCertificate: null,
  });
  expect(read({ IRC_SERVER: "irc.example.org", IRC_TLS: "off" }).connection).toMatchObject({
    port: 6667,
    tls: false,
  });
});

test("the bot's pace is set per network", () => {
  const change = { IRC_SERVER: "irc.example.org", IRC_PACE: "strict" };

  expect(read(change).connection).toMatchObject({ pace: "strict" });
  expect(() => read({ ...change, IRC_PACE: "slow" })).toThrow(/must be normal, strict or/);
});

test("IRC is off if the station's own server is off and no other is set", () => {
  expect(read({ IRC_LISTEN_PORT: "off" }).connection).toEqual({ kind: "off" });
});

test("the station's server listens with TLS only when its plain port is off", () => {
  const irc = read({
    IRC_LISTEN_PORT: "off",
    IRC_LISTEN_TLS_PORT: "6697",
    IRC_LISTEN_TLS_CERT: "cert.pem",
    IRC_LISTEN_TLS_KEY: "key.pem",
  });

  expect(irc.connection).toMatchObject({ kind: "embedded", port: null, tls: { port: 6697 } });
});

test("the client limits per network and for this machine are settings", () => {
  const change = { IRC_CLIENTS_PER_NETWORK: "3", IRC_CLIENTS_FROM_LOOPBACK: "500" };

  expect(read(change).connection).toMatchObject({ clients: { perNetwork: 3, fromLoopback: 500 } });
  expect(() => read({ IRC_CLIENTS_PER_NETWORK: "0" })).toThrow(/must be a number from 1/);
});

test("the station's server listens for TLS with a certificate relative to the station's folder", () => {
  const irc = read({
    IRC_LISTEN_PORT: "0",
    IRC_LISTEN_TLS_PORT: "6697",
    IRC_LISTEN_TLS_CERT: "cert.pem",
    IRC_LISTEN_TLS_KEY: "/etc/key.pem",
  });

  expect(irc.connection).toEqual({
    kind: "embedded",
    host: "127.0.0.1",
    port: 0,
    tls: { port: 6697, certificate: "/srv/radio/cert.pem", key: "/etc/key.pem" },
    clients: { perNetwork: 10, fromLoopback: 100 },
  });
});

test("variables that belong together are required together", () => {
  expect(() => read({ IRC_LISTEN_TLS_PORT: "6697", IRC_SASL_USER: "bot" })).toThrow(
    /IRC_LISTEN_TLS_CERT[^]*IRC_LISTEN_TLS_KEY[^]*IRC_SASL_PASSWORD/,
  );
  expect(() => read({ IRC_SERVER: "irc.example.org", IRC_LISTEN_PORT: "6667" })).toThrow(
    /remove IRC_LISTEN_PORT/,
  );
});

test("a channel, nick or key that isn't a single IRC word is refused", () => {
  expect(() => read({ IRC_CHANNEL: "radio" })).toThrow(/IRC_CHANNEL must be/);
  expect(() => read({ IRC_NICK: "1up" })).toThrow(/IRC_NICK must be/);
  expect(() => read({ IRC_CHANNEL_KEY: "two words" })).toThrow(/IRC_CHANNEL_KEY must not/);
});
