import { type IrcMessage, isSameName, isValidNick } from "../protocol/index.ts";
import type { SessionContext } from "./session-context.ts";
import { Timers } from "./timers.ts";

const SERVICES_NICK = "NickServ";
const MAX_TRIES = 8;
/** Retry interval while someone else has the wanted nick. */
const REGAIN_EVERY_MS = 60_000;
/** How long we leave the nick to a user who took it from us: two clients that both fight for it would never stop. */
const REGAIN_PEACE_MS = 600_000;

/** Regains our nick from our ghost or another user, without fighting for it. */
export class NickRecovery {
  readonly #context: SessionContext;
  readonly #timers: Timers;
  /** Services differ in their commands; counts the replies to ours that are still due. */
  #services: { readonly commands: readonly string[]; readonly answers: number } = {
    commands: ["REGAIN"],
    answers: 0,
  };

  constructor(context: SessionContext) {
    this.#context = context;
    this.#timers = new Timers(context.options.clock);
  }

  registered(): void {
    if (this.#isWanted(this.#context.me.name)) return;
    if (this.#context.isupport.monitor > 0)
      this.#context.send("MONITOR", "+", this.#context.options.nick);
    this.#regain();
  }

  /** @param message already applied to `context.me` */
  receive(message: IrcMessage): void {
    const { me, isupport } = this.#context;
    const name = message.source?.name ?? "";
    const hasIt = this.#isWanted(me.name);
    switch (message.command) {
      case "NICK":
        if (isSameName(message.params[0] ?? "", me.name, isupport.casemapping)) {
          if (hasIt) this.#timers.stop("regain");
          // Services or an operator took it from us.
          else if (this.#isWanted(name)) this.#later(REGAIN_PEACE_MS);
        } else if (this.#isWanted(name)) this.#ask();
        break;
      case "QUIT":
        if (this.#isWanted(name)) this.#ask();
        break;
      case "731":
        if ((message.params[1] ?? "").split(",").some((nick) => this.#isWanted(nick))) this.#ask();
        break;
      case "NOTICE":
        if (isSameName(name, SERVICES_NICK, isupport.casemapping))
          this.#handleServices(message.params[1] ?? "");
        break;
      default:
    }
  }

  close(): void {
    this.#timers.close();
  }

  #regain(): void {
    const { account, options, send } = this.#context;
    if (account === undefined) send("NICK", options.nick);
    else this.#askServices();
    this.#later(REGAIN_EVERY_MS);
  }

  #askServices(): void {
    const { options, send } = this.#context;
    const { commands } = this.#services;
    for (const command of commands) send("PRIVMSG", SERVICES_NICK, `${command} ${options.nick}`);
    this.#services = { commands, answers: commands.length };
  }

  #handleServices(text: string): void {
    const { commands, answers } = this.#services;
    if (answers === 0) return;
    this.#services = { commands, answers: answers - 1 };
    if (commands.includes("GHOST")) this.#ask();
    else if (isUnknownCommand(text)) {
      this.#services = { commands: ["GHOST", "RELEASE"], answers: 0 };
      this.#askServices();
    }
  }

  /** Takes the nick once it is free, unless it was just taken from us. */
  #ask(): void {
    if (this.#isWanted(this.#context.me.name) || this.#timers.isRunning("peace")) return;
    this.#context.send("NICK", this.#context.options.nick);
  }

  #later(delayMs: number): void {
    if (delayMs === REGAIN_PEACE_MS) this.#timers.start("peace", delayMs, () => undefined);
    this.#timers.start("regain", delayMs, () => {
      if (!this.#isWanted(this.#context.me.name)) this.#regain();
    });
  }

  #isWanted(nick: string): boolean {
    const { options, isupport } = this.#context;
    return isSameName(nick, options.nick, isupport.casemapping);
  }
}

/**
 * Nicks to try in order while registering: the wanted one, the configured alternatives, then the wanted one with "_"
 * and with digits, shortened for servers that allow only nine characters (which they announce only after registration).
 */
export function nicksToTry(wanted: string, otherNicks: readonly string[]): readonly string[] {
  const short = wanted.slice(0, 8);
  const variants = [`${wanted}_`, `${wanted}2`, `${short}_`, `${short}3`, `${short}4`, `${short}5`];
  const tries = [wanted, ...otherNicks, ...variants].filter((nick) => isValidNick(nick, 64));
  return [...new Set(tries)].slice(0, MAX_TRIES);
}

/** Whether services report an unknown command, in the words of Atheme or Anope. */
export function isUnknownCommand(text: string): boolean {
  return /\b(?:invalid|unknown) command\b/i.test(text);
}
