/** Another project's IRC server, for tests. */
import { freePort, TestPeerProcess } from "@neonrelay/process/test-peer-process";

/** PEM texts. */
export interface TestServerTls {
  readonly key: string;
  readonly cert: string;
}

export interface TestServerPlace {
  readonly port: number;
  readonly tlsPort: number;
  readonly folder: string;
}

interface Program {
  readonly file: string;
  readonly parametersIn: (folder: string) => readonly string[];
  /** Its configuration, by file name. */
  readonly filesAt: (place: TestServerPlace) => Readonly<Record<string, string>>;
  /** Written beside them as `key.pem` and `cert.pem`. */
  readonly tls: TestServerTls | undefined;
}

export class TestIrcServer implements AsyncDisposable {
  readonly port: number;
  readonly tlsPort: number;
  readonly #process: TestPeerProcess;
  readonly #program: Program;

  private constructor(
    { port, tlsPort }: Omit<TestServerPlace, "folder">,
    process: TestPeerProcess,
    program: Program,
  ) {
    this.port = port;
    this.tlsPort = tlsPort;
    this.#process = process;
    this.#program = program;
  }

  static async start(program: Program): Promise<TestIrcServer> {
    const ports = { port: await freePort(), tlsPort: await freePort() };
    const { tls } = program;
    const process = await TestPeerProcess.prepare("irc-server", (folder) => ({
      ...program.filesAt({ ...ports, folder }),
      ...(tls === undefined ? {} : { "key.pem": tls.key, "cert.pem": tls.cert }),
    }));
    const server = new TestIrcServer(ports, process, program);
    await server.begin();
    return server;
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** Starts or restarts it on the same ports. */
  async begin(): Promise<void> {
    const { file, parametersIn } = this.#program;
    await this.#process.run(file, parametersIn(this.#process.folder), this.port);
  }

  /** Kills it, as in a crash. */
  async kill(): Promise<void> {
    await this.#process.kill();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#process[Symbol.asyncDispose]();
  }
}
