import { expect, test } from "vitest";
import { readConfig } from "./config.ts";

const read = (environment: Record<string, string>) =>
  readConfig({ environment, workingFolder: "/srv/radio" });
const pair = { TLS_CERT: "cert.pem", TLS_KEY: "/etc/key.pem" };

test("certificate files are resolved against the folder the station was started in", () => {
  expect(read(pair).tls).toEqual({ certificate: "/srv/radio/cert.pem", key: "/etc/key.pem" });
});

test.each([
  [{ TLS_CERT: "cert.pem" }, /TLS_CERT needs TLS_KEY/],
  [{ TLS_KEY: "key.pem" }, /TLS_KEY needs TLS_CERT/],
  [{ ...pair, PUBLIC_URL: "http://radio.example" }, /PUBLIC_URL .* write https:/],
  [
    {
      ...pair,
      PUBLIC_URL: "https://radio.example/",
      PUBLIC_STREAM_URL: "https://radio.example:443",
    },
    /remove PUBLIC_STREAM_URL/,
  ],
])("settings that conflict with a certificate are refused: %j", (environment, words) => {
  expect(() => read(environment)).toThrow(words);
});

test("a certificate needs public addresses of its own ports", () => {
  const environment = {
    ...pair,
    PUBLIC_URL: "https://radio.example",
    PUBLIC_STREAM_URL: "https://radio.example:8000",
  };

  expect(read(environment).publicStreamUrl).toBe("https://radio.example:8000");
});
