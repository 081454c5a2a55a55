import { isIP } from "node:net";
import type { IrcMessage } from "../protocol/index.ts";
import { classifyError } from "./ending-rules.ts";
import { nicksToTry } from "./nick-recovery.ts";
import type { SessionContext } from "./session-context.ts";
import { decideSts } from "./sts-rules.ts";
import type { SaslOptions } from "./client-options.ts";

/** Far more than any server offers; a hostile one might never stop. */
const MAX_OFFERED = 500;
const CHUNK = 400;
const WANTED = new Set([
  "account-notify",
  "account-tag",
  "away-notify",
  "batch",
  "cap-notify",
  "chghost",
  "draft/chathistory",
  "draft/relaymsg",
  "echo-message",
  "extended-join",
  "labeled-response",
  "message-tags",
  "multi-prefix",
  "server-time",
  "setname",
  "userhost-in-names",
]);
const LINE_CHARACTERS = 400;

/** From the first line to the welcome: capabilities, SASL, nick. */
export class Registration {
  readonly #context: SessionContext;
  readonly #isSecure: boolean;
  readonly #port: number;
  readonly #nicks: readonly string[];
  readonly #offered = new Map<string, string>();
  #nextNick = 1;
  #openRequests = 0;
  #sasl: "pending" | "sent" | "done" = "pending";
  #isDone = false;

  constructor(
    context: SessionContext,
    link: { readonly isSecure: boolean; readonly port: number },
  ) {
    this.#context = context;
    this.#isSecure = link.isSecure;
    this.#port = link.port;
    this.#nicks = nicksToTry(context.options.nick, context.options.otherNicks);
  }

  start(): void {
    const { options, sendNow, end } = this.#context;
    if (options.sasl.kind === "plain" && !this.#isSecure && !isThisMachine(options.host)) {
      end({ kind: "sasl-needs-tls" });
      return;
    }
    sendNow("CAP", "LS", "302");
    if (options.serverPassword !== undefined) sendNow("PASS", options.serverPassword);
    sendNow("NICK", this.#nicks[0] ?? options.nick);
    sendNow("USER", options.user, "0", "*", options.realName);
  }

  receive(message: IrcMessage): void {
    switch (message.command) {
      case "CAP":
        this.#receiveCap(message.params);
        break;
      case "AUTHENTICATE":
        if (message.params[0] === "+") this.#answerSasl();
        break;
      case "903":
      case "907":
        this.#sasl = "done";
        this.#endCapabilities();
        break;
      case "902":
      case "904":
      case "905":
      case "906":
      case "908":
        if (!this.#isDone && message.command !== "908")
          this.#context.end({ kind: "sasl-failed", reason: message.params.at(-1) ?? "" });
        break;
      case "001":
        this.#welcome(message);
        break;
      case "432":
      case "433":
      case "436":
      case "437":
        this.#tryNextNick();
        break;
      case "464":
        this.#context.end({ kind: "wrong-password", reason: message.params.at(-1) ?? "" });
        break;
      case "465": {
        const reason = message.params.at(-1) ?? "";
        const ending = classifyError(reason);
        this.#context.end(ending.kind === "closed" ? { kind: "banned", reason } : ending);
        break;
      }
      default:
    }
  }

  #receiveCap(params: readonly string[]): void {
    const { capabilities, options } = this.#context;
    const subcommand = (params[1] ?? "").toUpperCase();
    const names = (params.at(-1) ?? "").split(" ").filter((name) => name !== "");
    switch (subcommand) {
      case "LS":
      case "NEW": {
        const added = offeredCapabilities(names);
        for (const [name, value] of added)
          if (this.#offered.size < MAX_OFFERED) this.#offered.set(name, value);
        if (subcommand === "LS" && params[2] === "*" && params.length > 3) return;
        if (this.#appliesSts()) this.#request(subcommand === "LS" ? this.#offered : added);
        break;
      }
      case "ACK":
        for (const name of names) {
          if (name.startsWith("-")) capabilities.delete(name.slice(1));
          else if (this.#offered.has(name)) capabilities.set(name, this.#offered.get(name) ?? "");
        }
        this.#answered();
        break;
      case "NAK":
        // One refused capability refuses its whole line, so the one we can't do without is requested alone.
        if (names.length > 1 && names.includes("sasl") && options.sasl.kind !== "none")
          this.#context.sendNow("CAP", "REQ", "sasl");
        else this.#answered();
        break;
      case "DEL":
        for (const name of names) {
          capabilities.delete(name);
          this.#offered.delete(name);
        }
        break;
      default:
    }
  }

  /** @returns false when STS ended the connection */
  #appliesSts(): boolean {
    const { options, emit, end } = this.#context;
    const value = this.#offered.get("sts");
    if (value === undefined) return true;
    const decision = decideSts({
      value,
      isSecure: this.#isSecure,
      port: this.#port,
      nowMs: options.clock.nowMs(),
    });
    switch (decision.kind) {
      case "nothing":
        return true;
      case "upgrade":
        end({ kind: "sts-upgrade", port: decision.port });
        return false;
      case "remember":
        emit({ type: "sts-policy", policy: decision.policy });
        return true;
      case "forget":
        emit({ type: "sts-policy", policy: undefined });
        return true;
      default:
        return decision satisfies never;
    }
  }

  #request(offered: ReadonlyMap<string, string>): void {
    const lines = requestLines(offered, this.#context.options.sasl.kind !== "none");
    if (!this.#isDone) this.#openRequests += lines.length;
    for (const line of lines) this.#context.sendNow("CAP", "REQ", line);
    if (lines.length === 0) this.#afterCapabilities();
  }

  #answered(): void {
    if (this.#openRequests === 0) return;
    this.#openRequests -= 1;
    if (this.#openRequests === 0) this.#afterCapabilities();
  }

  #afterCapabilities(): void {
    if (this.#isDone) return;
    const { options, capabilities, end, sendNow } = this.#context;
    if (options.sasl.kind === "none") {
      this.#endCapabilities();
      return;
    }
    const mechanism = saslMechanism(options.sasl);
    const mechanisms = capabilities.get("sasl");
    if (mechanisms === undefined || !offersMechanism(mechanisms, mechanism))
      end({ kind: "sasl-missing" });
    else sendNow("AUTHENTICATE", mechanism);
  }

  #answerSasl(): void {
    const { options, sendNow } = this.#context;
    if (options.sasl.kind === "none" || this.#sasl !== "pending") return;
    this.#sasl = "sent";
    for (const answer of saslAnswers(options.sasl)) sendNow("AUTHENTICATE", answer);
  }

  #endCapabilities(): void {
    if (!this.#isDone) this.#context.sendNow("CAP", "END");
  }

  #tryNextNick(): void {
    if (this.#isDone) return;
    const nick = this.#nicks[this.#nextNick];
    this.#nextNick += 1;
    if (nick === undefined) this.#context.end({ kind: "no-nick" });
    else this.#context.sendNow("NICK", nick);
  }

  #welcome(message: IrcMessage): void {
    const { options, end } = this.#context;
    if (options.sasl.kind !== "none" && this.#sasl !== "done") {
      end({ kind: "sasl-missing" });
      return;
    }
    this.#isDone = true;
    this.#context.me = { name: message.params[0] ?? options.nick };
  }
}

function isThisMachine(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}

/** The mechanism's name, the first param of AUTHENTICATE. */
function saslMechanism(sasl: Exclude<SaslOptions, { kind: "none" }>): string {
  return sasl.kind === "plain" ? "PLAIN" : "EXTERNAL";
}

/**
 * The AUTHENTICATE params that answer "+", in order: base64 in chunks of 400, ended by a shorter one, which is "+" when
 * nothing is left (IRCv3 SASL 3.1).
 */
export function saslAnswers(sasl: Exclude<SaslOptions, { kind: "none" }>): readonly string[] {
  if (sasl.kind === "external") return ["+"];
  const { account, password } = sasl;
  const encoded = Buffer.from(`${account}\0${account}\0${password}`).toString("base64");
  const pieces: string[] = [];
  for (let start = 0; start < encoded.length; start += CHUNK)
    pieces.push(encoded.slice(start, start + CHUNK));
  return encoded.length % CHUNK === 0 ? [...pieces, "+"] : pieces;
}

/** Whether a server's `sasl` capability includes this mechanism; without a list we have to try. */
export function offersMechanism(value: string, mechanism: string): boolean {
  return value === "" || value.toUpperCase().split(",").includes(mechanism);
}

/** Reads the words of CAP LS: names, optionally with a value. */
export function offeredCapabilities(words: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    words.map((word) => {
      const equals = word.indexOf("=");
      return equals === -1 ? [word, ""] : [word.slice(0, equals), word.slice(equals + 1)];
    }),
  );
}

/** Capabilities to request from those offered, split into lines that fit. */
export function requestLines(
  offered: ReadonlyMap<string, string>,
  wantsSasl: boolean,
): readonly string[] {
  const lines: string[] = [];
  for (const name of offered.keys()) {
    if (!WANTED.has(name) && !(wantsSasl && name === "sasl")) continue;
    const last = lines.at(-1);
    if (last === undefined || last.length + name.length > LINE_CHARACTERS) lines.push(name);
    else lines[lines.length - 1] = `${last} ${name}`;
  }
  return lines;
}
