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
    password: null,
    sasl: null,
    clientCertificate: null,
  });
  expect(read({ IRC_SERVER: "irc.example.org", IRC_TLS: "off" }).connection).toMatchObject({
    port: 6667,
    tls: false,
  });
});

test("IRC is off when the station's own server is and there is no other", () => {
  expect(read({ IRC_LISTEN_PORT: "off" }).connection).toEqual({ kind: "off" });
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
  });
});

test("what belongs together is asked for together", () => {
  expect(() => read({ IRC_LISTEN_TLS_PORT: "6697", IRC_SASL_USER: "bot" })).toThrow(
    /IRC_LISTEN_TLS_CERT[^]*IRC_LISTEN_TLS_KEY[^]*IRC_SASL_PASSWORD/,
  );
  expect(() => read({ IRC_SERVER: "irc.example.org", IRC_LISTEN_PORT: "6667" })).toThrow(
    /leave out IRC_LISTEN_PORT/,
  );
});

test("a channel, a nick and a key that would not be one word on IRC are refused", () => {
  expect(() => read({ IRC_CHANNEL: "radio" })).toThrow(/IRC_CHANNEL must be/);
  expect(() => read({ IRC_NICK: "1up" })).toThrow(/IRC_NICK must be/);
  expect(() => read({ IRC_CHANNEL_KEY: "two words" })).toThrow(/IRC_CHANNEL_KEY must be/);
});
