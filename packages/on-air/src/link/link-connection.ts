import type { Socket } from "node:net";
import { Readable } from "node:stream";
import type { Logger } from "@neonrelay/process/log";
import { LineTooLongError, readJsonLines, toJsonLine } from "@neonrelay/process/json-lines";
import type { Journal } from "../state/journal.ts";
import {
  MAX_LINE_BYTES,
  PROTOCOL_VERSION,
  toOnAirSchema,
  type FromOnAir,
  type ToOnAir,
} from "../protocol/index.ts";
import type { CommandOutcome, CommandRequest } from "./commands.ts";
import type { TroubleLog } from "@neonrelay/process/trouble-log";

/** Id of refusals that answer no command. */
const NO_COMMAND_ID = 0;
const HELLO_LIMIT_MS = 10_000;
/** A server that does not read is disconnected; it gets everything again when it returns. */
const MAX_UNREAD_BYTES = 16 * 1024 * 1024;

interface LinkConnectionParts {
  readonly socket: Socket;
  readonly journal: Journal;
  readonly runCommand: (request: CommandRequest) => CommandOutcome | Promise<CommandOutcome>;
  readonly status: () => FromOnAir;
  readonly troubles: TroubleLog;
  readonly log: Logger;
}

/** One server's connection: hello, the replay of what it missed, then live. It owns its socket. */
export class LinkConnection {
  readonly #parts: LinkConnectionParts;
  /** `live`: it said hello, and has all events up to and including that one. */
  #phase: { readonly name: "hello" } | { readonly name: "live"; sentNumber: number } = {
    name: "hello",
  };

  constructor(parts: LinkConnectionParts) {
    this.#parts = parts;
  }

  /** Serves the connection until either side ends it. Never throws. */
  async run(): Promise<void> {
    const { socket, journal, log } = this.#parts;
    socket.on("error", (error) => log.debug({ error }, "link broken"));
    const helloTimer = setTimeout(() => this.#refuseAndClose("no hello in time"), HELLO_LIMIT_MS);
    this.#send({
      kind: "hello",
      protocolVersion: PROTOCOL_VERSION,
      journalId: journal.journalId,
      newestNumber: journal.newestNumber,
    });
    // Leaving the loop on a bad line must not destroy the socket: the refusal still has to go out.
    const bytes = Readable.from(socket.iterator({ destroyOnReturn: false }), { objectMode: false });
    try {
      for await (const value of readJsonLines(bytes, { maxLineBytes: MAX_LINE_BYTES })) {
        this.#take(value);
        if (this.#phase.name === "live") clearTimeout(helloTimer);
      }
    } catch (error) {
      if (error instanceof SyntaxError) this.#refuseAndClose("a line is not JSON");
      else if (error instanceof LineTooLongError) this.#refuseAndClose(error.message);
      else log.debug({ error }, "link broken");
    } finally {
      clearTimeout(helloTimer);
      socket.end();
    }
  }

  /** Sends events that have become durable, once the server is known. */
  sendEvents(): void {
    if (this.#phase.name !== "live") return;
    for (const entry of this.#parts.journal.after(this.#phase.sentNumber)) {
      this.#phase.sentNumber = entry.number;
      this.#send({ kind: "event", ...entry });
    }
  }

  /** Sends a live message; a server that has not said hello does not need it. @returns whether it was sent */
  sendLive(message: FromOnAir): boolean {
    if (this.#phase.name !== "live" || !this.#parts.socket.writable) return false;
    this.#send(message);
    return true;
  }

  /** Sends a message that quickly becomes useless, unless much is unread already. */
  sendPassing(message: FromOnAir): void {
    if (!this.#parts.socket.writableNeedDrain) this.sendLive(message);
  }

  close(): void {
    this.#parts.socket.destroySoon();
  }

  #take(value: unknown): void {
    const parsed = toOnAirSchema.safeParse(value);
    if (!parsed.success)
      return this.#send({
        kind: "refusal",
        id: commandIdOf(value) ?? NO_COMMAND_ID,
        reason: `this message can't be understood: ${parsed.error.issues[0]?.message ?? "no reason"}`,
      });
    const message = parsed.data;
    switch (message.kind) {
      case "hello":
        return this.#welcome(message);
      case "command":
        return this.#command(message);
      default:
        return message satisfies never;
    }
  }

  #welcome(hello: Extract<ToOnAir, { readonly kind: "hello" }>): void {
    const { journal } = this.#parts;
    if (hello.protocolVersion !== PROTOCOL_VERSION)
      return this.#refuseAndClose(
        `this is protocol version ${PROTOCOL_VERSION}, not ${hello.protocolVersion}: start server and on-air of the same release`,
      );
    if (this.#phase.name === "live") return this.#refuseAndClose("a second hello");
    const isSameJournal = hello.stored?.journalId === journal.journalId;
    this.#phase = {
      name: "live",
      sentNumber: isSameJournal ? (hello.stored?.number ?? 0) : 0,
    };
    this.sendEvents();
    this.#send({ kind: "replayed" });
    this.#send(this.#parts.status());
    for (const line of this.#parts.troubles.take()) this.#send({ kind: "log", line });
  }

  #command({ id, name, input }: Extract<ToOnAir, { readonly kind: "command" }>): void {
    if (this.#phase.name !== "live")
      return this.#send({ kind: "refusal", id, reason: "send hello first" });
    const outcome = this.#run({ name, input });
    // Most commands finish synchronously, so their answers are in order.
    if (outcome instanceof Promise) void outcome.then((late) => this.#answer(id, late));
    else this.#answer(id, outcome);
  }

  #answer(id: number, outcome: CommandOutcome): void {
    switch (outcome.kind) {
      case "done":
        return this.#send({ kind: "reply", id, output: outcome.output });
      case "refused":
        return this.#send({ kind: "refusal", id, reason: outcome.reason });
      default:
        return outcome satisfies never;
    }
  }

  /** A command that fails is on-air's fault; it must not end the link or the programme. */
  #run(request: CommandRequest): CommandOutcome | Promise<CommandOutcome> {
    const failed = (error: unknown): CommandOutcome => {
      this.#parts.log.error({ error, command: request.name }, "a command failed");
      return { kind: "refused", reason: "on-air failed: see its log" };
    };
    try {
      const outcome = this.#parts.runCommand(request);
      return outcome instanceof Promise ? outcome.catch(failed) : outcome;
    } catch (error) {
      return failed(error);
    }
  }

  #refuseAndClose(reason: string): void {
    this.#parts.log.warn({ reason }, "a server was refused");
    this.#send({ kind: "refusal", id: NO_COMMAND_ID, reason });
    this.#parts.socket.destroySoon();
  }

  #send(message: FromOnAir): void {
    const { socket, log } = this.#parts;
    if (!socket.writable) return;
    socket.write(toJsonLine(message));
    if (socket.writableLength <= MAX_UNREAD_BYTES) return;
    socket.destroy();
    log.warn("a server has stopped reading; closing its link");
  }
}

function commandIdOf(value: unknown): number | undefined {
  if (typeof value !== "object" || value === null || !("id" in value)) return undefined;
  return Number.isSafeInteger(value.id) ? Number(value.id) : undefined;
}
