import type { Logger } from "@neonrelay/process/log";
import type { FrameBus } from "./frame-bus.ts";
import { NotifyBus } from "../database/notify-bus.ts";

/** @param options.natsUrl null: the database carries the messages */
export async function openBus({
  natsUrl,
  databaseUrls,
  log,
}: {
  readonly natsUrl: string | null;
  readonly databaseUrls: readonly string[];
  readonly log: Logger;
}): Promise<FrameBus> {
  if (natsUrl === null) return new NotifyBus({ databaseUrls, log });
  // Most stations have no nats-server: its client takes none of their memory.
  const { NatsBus } = await import("./nats-bus.ts");
  return new NatsBus({ natsUrl, log });
}
