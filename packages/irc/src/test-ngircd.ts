/** A real ngircd, for tests: no echo-message, no server-time, no tags. */
import { TestIrcServer, type TestServerPlace, type TestServerTls } from "./test-irc-server.ts";

export interface TestNgircdOptions {
  readonly password?: string;
  /** Listens on `tlsPort` as well. */
  readonly tls?: TestServerTls;
  /** Its default of three lines a second; if false, unlimited. */
  readonly hasPenalty?: boolean;
  /** Lines for the section Limits or Options, such as `PingTimeout = 5`. */
  readonly limits?: readonly string[];
  readonly options?: readonly string[];
}

export async function startNgircd(options: TestNgircdOptions = {}): Promise<TestIrcServer> {
  return await TestIrcServer.start({
    file: "/usr/sbin/ngircd",
    parametersIn: (folder) => ["-n", "-f", `${folder}/ngircd.conf`],
    filesAt: (place) => ({ "ngircd.conf": configuration(options, place) }),
    tls: options.tls,
  });
}

function configuration(
  { password, tls, hasPenalty = false, limits = [], options = [] }: TestNgircdOptions,
  { port, tlsPort, folder }: TestServerPlace,
): string {
  return [
    "[Global]",
    "Name = irc.test.local",
    "Info = test",
    "Listen = 127.0.0.1",
    `Ports = ${port}`,
    ...(password === undefined ? [] : [`Password = ${password}`]),
    "AdminInfo1 = x",
    "AdminEMail = x@example.org",
    "MotdPhrase = hi",
    "[Limits]",
    "MaxNickLength = 30",
    "MaxConnections = 0",
    "MaxConnectionsIP = 0",
    ...(hasPenalty ? [] : ["MaxPenaltyTime = 0"]),
    ...limits,
    "[Options]",
    "PAM = no",
    "Ident = no",
    "DNS = no",
    "WebircPassword = webircpw",
    ...options,
    ...(tls === undefined
      ? []
      : [
          "[SSL]",
          `CertFile = ${folder}/cert.pem`,
          `KeyFile = ${folder}/key.pem`,
          `Ports = ${tlsPort}`,
        ]),
    "[Channel]",
    "Name = #radio",
    "Topic = a topic",
    "Modes = +tn",
    "[Operator]",
    "Name = op",
    "Password = oppw",
    "",
  ].join("\n");
}
