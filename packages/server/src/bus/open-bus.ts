import type { Logger } from "@neonrelay/process/log";
import type { FrameBus } from "./frame-bus.ts";
import { NotifyBus } from "../database/notify-bus.ts";

/** @param options.natsUrl null: messages go through the database */
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
  // Most stations have no nats-server, so the client is loaded only on demand, to save memory.
  const { NatsBus } = await import("./nats-bus.ts");
  return new NatsBus({ natsUrl, log });
}
