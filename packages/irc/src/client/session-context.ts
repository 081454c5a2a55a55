import type { Isupport, Source } from "../protocol/index.ts";
import type { IrcEvent } from "./client-event.ts";
import type { IrcClientOptions } from "./client-options.ts";
import type { Ending } from "./ending-rules.ts";

/** What is known of one connection, and what its parts do with it. */
export interface SessionContext {
  readonly options: IrcClientOptions;
  readonly emit: (event: IrcEvent) => void;
  /** Sends at once. */
  readonly sendNow: (command: string, ...params: string[]) => void;
  /** Sends when the flood limit allows. */
  readonly send: (command: string, ...params: string[]) => void;
  readonly end: (ending: Ending) => void;
  isupport: Isupport;
  /** Capabilities in force, with their values. */
  readonly capabilities: Map<string, string>;
  /** As others see us, as far as it is known. */
  me: Source;
  /** Our services account. */
  account: string | undefined;
}
