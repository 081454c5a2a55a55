/** Real services (atheme) behind a real InspIRCd, with one account, for tests. */
import { setTimeout as delay } from "node:timers/promises";
import { startInspircd } from "./test-inspircd.ts";
import type { TestIrcServer } from "./test-irc-server.ts";
import { LineClient } from "./test-line-client.ts";
import { WAIT_LIMIT_MS } from "./test-wait-limit.ts";
import { freePort, TestPeerProcess } from "@neonrelay/process/test-peer-process";

export const SERVICES_ACCOUNT = { account: "radio", password: "s3cret" };

const CHECK_INTERVAL_MS = 50;

export class TestAtheme implements AsyncDisposable {
  readonly inspircd: TestIrcServer;
  readonly #process: TestPeerProcess;

  private constructor(inspircd: TestIrcServer, process: TestPeerProcess) {
    this.inspircd = inspircd;
    this.#process = process;
  }

  get port(): number {
    return this.inspircd.port;
  }

  /** @param options `hasRegain`: whether NickServ knows REGAIN besides GHOST; `tls`: for the InspIRCd */
  static async start({
    tls,
    hasRegain = true,
  }: {
    readonly tls?: { readonly key: string; readonly cert: string };
    readonly hasRegain?: boolean;
  } = {}): Promise<TestAtheme> {
    const linkPort = await freePort();
    const inspircd = await startInspircd({
      tags: linkTags(linkPort),
      ...(tls === undefined ? {} : { tls }),
    });
    const process = await TestPeerProcess.prepare("atheme", () => ({
      "services.conf": configuration(linkPort, hasRegain),
    }));
    const atheme = new TestAtheme(inspircd, process);
    await atheme.begin();
    return atheme;
  }

  /** Starts or restarts the services, and waits until they are on the network and know the account. */
  async begin(): Promise<void> {
    const { folder } = this.#process;
    const file = (name: string) => `${folder}/${name}`;
    const parameters = ["-n", "-c", file("services.conf"), "-D", folder];
    const files = ["-l", file("services.log"), "-p", file("services.pid")];
    // The services refuse to run as root.
    const demote =
      process.getuid?.() === 0 ? ["--reuid=nobody", "--regid=nogroup", "--clear-groups"] : [];
    await this.#process.run(
      "/usr/bin/setpriv",
      [...demote, "/usr/bin/atheme-services", ...parameters, ...files],
      this.port,
    );
    using client = await LineClient.register({ port: this.port, nick: "waiter" });
    const limit = AbortSignal.timeout(WAIT_LIMIT_MS);
    for (;;) {
      limit.throwIfAborted();
      client.send("ISON SaslServ");
      const lines = await client.until(/ 303 /);
      if (lines.at(-1)?.includes("SaslServ") === true) break;
      await delay(CHECK_INTERVAL_MS);
    }
    await this.#register();
  }

  /** Kills the services alone, as in a crash. */
  async kill(): Promise<void> {
    await this.#process.kill();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#process[Symbol.asyncDispose]();
    await this.inspircd[Symbol.asyncDispose]();
  }

  /** A crash loses anything not saved yet. */
  async #register(): Promise<void> {
    const { account, password } = SERVICES_ACCOUNT;
    using client = await LineClient.register({ port: this.port, nick: account });
    client.send(`PRIVMSG NickServ :REGISTER ${password} radio@example.org`);
    await client.until(/is (?:now|already) registered/);
  }
}

function linkTags(port: number): readonly string[] {
  return [
    '<module name="services_account">',
    '<module name="hidechans">',
    '<module name="svshold">',
    '<module name="spanningtree">',
    '<module name="sasl">',
    '<sasl target="services.test.local" requiressl="no">',
    `<bind address="127.0.0.1" port="${port}" type="servers">`,
    `<link name="services.test.local" ipaddr="127.0.0.1" port="${port}" allowmask="127.0.0.1" sendpass="link" recvpass="link">`,
    '<uline server="services.test.local" silent="yes">',
  ];
}

function configuration(port: number, hasRegain: boolean): string {
  const modules = [
    "protocol/inspircd",
    "backend/opensex",
    "crypto/pbkdf2v2",
    ...["main", "register", "identify", "logout", "ghost", "cert"].map(
      (name) => `nickserv/${name}`,
    ),
    ...(hasRegain ? ["nickserv/enforce"] : []),
    ...["main", "plain", "external"].map((name) => `saslserv/${name}`),
  ];
  return [
    ...modules.map((name) => `loadmodule "modules/${name}";`),
    'serverinfo { name "services.test.local"; desc "Services"; numeric "00A"; recontime 2;',
    '  netname "TestNet"; adminname "x"; adminemail "x@example.org";',
    '  registeremail "x@example.org"; auth none; casemapping ascii; };',
    `uplink "irc.test.local" { host "127.0.0.1"; port ${port};`,
    '  send_password "link"; receive_password "link"; };',
    'nickserv { nick "NickServ"; user "NickServ"; host "services.test.local"; real "NickServ"; };',
    'saslserv { nick "SaslServ"; };',
    "general { commit_interval 5; };",
    "",
  ].join("\n");
}
