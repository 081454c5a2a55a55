import type { IrcMessage } from "../protocol/message.ts";
import type { ServerState } from "./server-state.ts";
import type { User } from "./users-and-channels.ts";

export interface CommandContext {
  readonly server: ServerState;
  readonly user: User;
  readonly message: IrcMessage;
}

/** A command of clients. */
export interface Command {
  /** When it may be given: `registering` only before the welcome, `registered` only after it. */
  readonly when: "registering" | "registered" | "always";
  readonly minParams: number;
  /**
   * Does it and answers. What asks someone outside returns a promise of what then is to be done and answered; nothing
   * else of this user is done meanwhile.
   */
  readonly run: (context: CommandContext) => void | Promise<() => void>;
}

export type CommandTable = Readonly<Record<string, Command>>;
