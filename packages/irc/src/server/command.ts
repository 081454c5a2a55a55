import type { IrcMessage } from "../protocol/message.ts";
import type { ServerState } from "./server-state.ts";
import { takeToken } from "./throttle-rules.ts";
import type { User } from "./users-and-channels.ts";

export interface CommandContext {
  readonly server: ServerState;
  readonly user: User;
  readonly message: IrcMessage;
}

/** A client command. */
export interface Command {
  /** When it is allowed: `registering` only before the welcome, `registered` only after it. */
  readonly when: "registering" | "registered" | "always";
  readonly minParams: number;
  /**
   * Runs it and answers. A command that waits for someone outside returns a promise of the rest; the user's next
   * commands wait for it.
   */
  readonly run: (context: CommandContext) => void | Promise<() => void>;
}

export type CommandTable = Readonly<Record<string, Command>>;

/** Whether a user may do this again already. Users of this process are rate-limited by their owner. */
export function takeThrottle(
  server: ServerState,
  user: User,
  action: "nickChanges" | "joins" | "invites",
): boolean {
  if (user.isVirtual) return true;
  const bucket = server.options.limits[action];
  const decision = takeToken(bucket, user.throttles.get(action), server.options.nowMs());
  user.throttles.set(action, decision.level);
  return decision.kind === "taken";
}
