/** A real ngircd, for tests: no echo-message, no server-time, no tags. */
import { freePort, TestPeerProcess } from "./test-peer-process.ts";

export interface TestNgircdOptions {
  readonly password?: string;
  /** PEM texts; listens on `tlsPort` as well. */
  readonly tls?: { readonly key: string; readonly cert: string };
  /** Its default of three lines a second; without, lines are taken as they come. */
  readonly hasPenalty?: boolean;
  /** Lines of the section Limits or Options, such as `PingTimeout = 5`. */
  readonly limits?: readonly string[];
  readonly options?: readonly string[];
}

export class TestNgircd implements AsyncDisposable {
  readonly port: number;
  readonly tlsPort: number;
  readonly #process: TestPeerProcess;

  private constructor(port: number, tlsPort: number, process: TestPeerProcess) {
    this.port = port;
    this.tlsPort = tlsPort;
    this.#process = process;
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  static async start(options: TestNgircdOptions = {}): Promise<TestNgircd> {
    const port = await freePort();
    const tlsPort = await freePort();
    const process = await TestPeerProcess.prepare("ngircd", (folder) => ({
      "ngircd.conf": configuration(options, { port, tlsPort, folder }),
      ...(options.tls === undefined
        ? {}
        : { "key.pem": options.tls.key, "cert.pem": options.tls.cert }),
    }));
    const ngircd = new TestNgircd(port, tlsPort, process);
    await ngircd.begin();
    return ngircd;
  }

  /** Starts it (again) on the same ports. */
  async begin(): Promise<void> {
    await this.#process.run(
      "/usr/sbin/ngircd",
      ["-n", "-f", `${this.#process.folder}/ngircd.conf`],
      this.port,
    );
  }

  /** Ends it as a crash would. */
  async kill(): Promise<void> {
    await this.#process.kill();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#process[Symbol.asyncDispose]();
  }
}

function configuration(
  { password, tls, hasPenalty = false, limits = [], options = [] }: TestNgircdOptions,
  { port, tlsPort, folder }: { readonly port: number; tlsPort: number; folder: string },
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
