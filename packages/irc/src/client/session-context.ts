import type { Isupport, Source } from "../protocol/index.ts";
import type { IrcEvent } from "./client-event.ts";
import type { IrcClientOptions } from "./client-options.ts";
import type { Ending } from "./ending-rules.ts";

/** State of one connection, and what its parts may do with it. */
export interface SessionContext {
  readonly options: IrcClientOptions;
  readonly emit: (event: IrcEvent) => void;
  /** Bypasses the queue. */
  readonly sendNow: (command: string, ...params: string[]) => void;
  /** Queued within the flood limit. */
  readonly send: (command: string, ...params: string[]) => void;
  readonly end: (ending: Ending) => void;
  isupport: Isupport;
  /** Capabilities in force, with their values. */
  readonly capabilities: Map<string, string>;
  /** Our source as others see it, as far as known. */
  me: Source;
  /** Our services account. */
  account: string | undefined;
}
