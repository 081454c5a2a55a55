import type { Duplex } from "node:stream";
import { startIrcServer } from "@neonrelay/irc/server";
import { parseMessage } from "@neonrelay/irc/protocol";
import { testLimits } from "../../packages/irc/src/server/test-server.ts";
import { expectThat } from "../expectations.ts";
import { targetDefaults, type FuzzTarget } from "../target.ts";

const END = "fuzz-end";
/** Longest tags of the server and longest body, with CRLF. */
const MAX_LINE_BYTES = 8191 + 512;

/** Anything a client can send to the station's own IRC server, while another one listens. */
export const ircServer: FuzzTarget = {
  ...targetDefaults,
  mostBytes: 4 * 1024,
  seeds: [
    "NICK eve\r\nUSER eve 0 * :Eve\r\nJOIN #radio\r\nPRIVMSG #radio :hello\r\nTOPIC #radio :new\r\n",
    "CAP LS 302\r\nCAP REQ :message-tags batch labeled-response echo-message\r\nNICK eve\r\nUSER e 0 * :E\r\nCAP END\r\n@label=1;+typing=active TAGMSG #radio\r\n@label=2 WHOIS eve,ann\r\n",
    "NICK eve\r\nUSER e 0 * :E\r\nJOIN #x key\r\nMODE #x +bke-l+I *!*@h key ~m:ann!*@* 5\r\nMODE #x b\r\nKICK #x ann :out\r\nINVITE ann #x\r\nPART #x :bye\r\n",
    "NICK eve\r\nUSER e 0 * :E\r\nWHO #radio %tcuihsnfdlaor,152\r\nWHO *\r\nNAMES #radio\r\nLIST >0\r\nMONITOR + ann,bob\r\nMONITOR L\r\nWHOWAS ann\r\nUSERHOST ann\r\nISON ann\r\nLUSERS\r\nHELP\r\nSTATS u\r\n",
    "CAP REQ :draft/chathistory server-time\r\nNICK eve\r\nUSER e 0 * :E\r\nCAP END\r\nJOIN #radio\r\nCHATHISTORY LATEST #radio * 10\r\nCHATHISTORY BETWEEN #radio timestamp=2030-01-01T00:00:00.000Z msgid=x 5\r\nCHATHISTORY TARGETS timestamp=2030-01-01T00:00:00.000Z timestamp=2031-01-01T00:00:00.000Z 5\r\n",
    "AUTHENTICATE PLAIN\r\nAUTHENTICATE AGEAYg==\r\nAUTHENTICATE *\r\nPASS x\r\nNICK eve\r\nUSER e 0 * :E\r\nNICK {eve}\r\nAWAY :gone\r\nSETNAME :Other\r\nOPER a b\r\nKILL ann :x\r\nGLINE 1.2.3.4 60 :x\r\nREHASH\r\nQUIT :bye\r\n",
  ],
  words: [
    "#radio",
    "ann",
    "eve",
    "JOIN",
    "PART",
    "MODE",
    "PRIVMSG",
    "NOTICE",
    "TAGMSG",
    "WHO",
    "WHOIS",
    "CAP REQ :",
    "CHATHISTORY",
    "MONITOR",
    "KICK",
    "INVITE",
    "NICK",
    "USER e 0 * :E",
    "RELAYMSG",
    "@label=x ",
    "BATCH",
    "+",
    "-",
    "*",
    ",",
    "\r\n",
    "~m:",
    "timestamp=",
    "msgid=",
    "\u0001",
  ],
  run: async (input) => {
    const errors: unknown[] = [];
    const server = await startIrcServer({
      name: "irc.test.local",
      network: "TestNet",
      listen: [],
      waitsForPorts: false,
      password: undefined,
      cloakSecret: "secret",
      motd: ["hi"],
      adminEmail: "x@example.org",
      channels: [{ name: "#radio", topic: "a topic", masks: [], settings: undefined }],
      bans: [],
      limits: testLimits,
      mayLogInPlain: () => true,
      authenticate: () => Promise.resolve({ kind: "refused" }),
      history: () => Promise.resolve([]),
      refuseNick: () => undefined,
      restrict: () => null,
      rehash: undefined,
      observe: () => {},
      reportError: (error) => errors.push(error),
      nowMs: () => Date.now(),
    });
    const login = { host: "web.station", accountId: "1", account: "ann", keepsChannels: true };
    using ann = new Client(server.connect(login));
    using eve = new Client(server.connect({ ...login, accountId: "2", account: "eve" }));
    try {
      ann.send(
        "CAP REQ :message-tags server-time batch draft/relaymsg\r\nNICK ann\r\nUSER a 0 * :A\r\nCAP END\r\nJOIN #radio\r\n",
      );
      await ann.answered();
      eve.send(Buffer.concat([input, Buffer.from("\r\n")]));
      await eve.answered();
      await ann.answered();
      expectThat(errors.length === 0, "the server failed", String(errors[0]));
      for (const client of [ann, eve]) client.check();
    } finally {
      await server.close();
    }
  },
};

class Client implements Disposable {
  readonly #socket: Duplex;
  #got = "";
  #isClosed = false;
  #wake = (): void => {};

  constructor(socket: Duplex) {
    this.#socket = socket;
    socket.on("error", () => {}); // the server has closed it
    socket.on("data", (bytes: Buffer) => {
      this.#got += bytes.toString("latin1");
      this.#wake();
    });
    socket.once("close", () => {
      this.#isClosed = true;
      this.#wake();
    });
  }

  send(bytes: string | Buffer): void {
    if (this.#socket.writable) this.#socket.write(bytes);
  }

  /** Resolves once the server has answered everything so far, or closed. */
  async answered(): Promise<void> {
    const from = this.#got.length;
    this.send(`PING :${END}\r\n`);
    const isDone = (): boolean => this.#isClosed || this.#got.includes(END, from);
    while (!isDone())
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
  }

  check(): void {
    for (const line of this.#got.split("\r\n").slice(0, -1)) {
      expectThat(parseMessage(line) !== undefined, "the server said what is no message", line);
      expectThat(line.length <= MAX_LINE_BYTES, "a line is too long", line.length);
    }
  }

  [Symbol.dispose](): void {
    this.#socket.destroy();
  }
}
