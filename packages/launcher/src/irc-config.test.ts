import { expect, test } from "vitest";
import { readConfig } from "./config.ts";

const read = (environment: Record<string, string>) =>
  readConfig({ environment, workingFolder: "/srv/radio" }).irc;

test("another network is spoken to over TLS on its port, and the station's own server is off", () => {
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

test("how fast the bot speaks is a setting of its network", () => {
  const change = { IRC_SERVER: "irc.example.org", IRC_PACE: "strict" };

  expect(read(change).connection).toMatchObject({ pace: "strict" });
  expect(() => read({ ...change, IRC_PACE: "slow" })).toThrow(/must be normal, strict or/);
});

test("IRC is off when the station's own server is and there is no other", () => {
  expect(read({ IRC_LISTEN_PORT: "off" }).connection).toEqual({ kind: "off" });
});

test("the own server listens with TLS alone when its plain port is off", () => {
  const irc = read({
    IRC_LISTEN_PORT: "off",
    IRC_LISTEN_TLS_PORT: "6697",
    IRC_LISTEN_TLS_CERT: "cert.pem",
    IRC_LISTEN_TLS_KEY: "key.pem",
  });

  expect(irc.connection).toMatchObject({ kind: "embedded", port: null, tls: { port: 6697 } });
});

test("how many clients one network may have, and this machine, are settings", () => {
  const change = { IRC_CLIENTS_PER_NETWORK: "3", IRC_CLIENTS_FROM_LOOPBACK: "500" };

  expect(read(change).connection).toMatchObject({ clients: { perNetwork: 3, fromLoopback: 500 } });
  expect(() => read({ IRC_CLIENTS_PER_NETWORK: "0" })).toThrow(/must be a number from 1/);
});

test("the own server listens for TLS with a certificate of the station's folder", () => {
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

test("what belongs together is asked for together", () => {
  expect(() => read({ IRC_LISTEN_TLS_PORT: "6697", IRC_SASL_USER: "bot" })).toThrow(
    /IRC_LISTEN_TLS_CERT[^]*IRC_LISTEN_TLS_KEY[^]*IRC_SASL_PASSWORD/,
  );
  expect(() => read({ IRC_SERVER: "irc.example.org", IRC_LISTEN_PORT: "6667" })).toThrow(
    /remove IRC_LISTEN_PORT/,
  );
});

test("a channel, a nick and a key that would not be one word on IRC are refused", () => {
  expect(() => read({ IRC_CHANNEL: "radio" })).toThrow(/IRC_CHANNEL must be/);
  expect(() => read({ IRC_NICK: "1up" })).toThrow(/IRC_NICK must be/);
  expect(() => read({ IRC_CHANNEL_KEY: "two words" })).toThrow(/IRC_CHANNEL_KEY must not/);
});
