import { expect, test } from "vitest";
import { toCommandConfig } from "./command-config.ts";
import { readConfig } from "./config.ts";

test("a command knows the certificate's path, even if the file doesn't exist", () => {
  const environment = { TLS_CERT: "cert.pem", TLS_KEY: "/etc/key.pem" };
  const config = readConfig({ environment, workingFolder: "/srv/radio" });

  expect(toCommandConfig(config).tls).toEqual({
    files: { certificate: "/srv/radio/cert.pem", key: "/etc/key.pem" },
  });
});
