import { fromServer } from "./delivery.ts";
import type { Outgoing, RecipientTags } from "./outgoing.ts";
import type { ServerState } from "./server-state.ts";
import type { User } from "./users-and-channels.ts";

/** A message with its tags for one recipient. */
export interface TaggedOutgoing {
  readonly outgoing: Outgoing;
  readonly extra: RecipientTags | undefined;
}

/** Sends related messages as an IRCv3 batch. Clients without the capability get them one by one. */
export function sendBatch(
  server: ServerState,
  user: User,
  kind: readonly string[],
  messages: readonly Outgoing[],
): void {
  const { link } = user;
  if (!link.capabilities.has("batch")) {
    for (const outgoing of messages) link.send(outgoing);
    return;
  }
  const reference = server.nextMessageId();
  link.send(fromServer(server, "BATCH", [`+${reference}`, ...kind]));
  for (const outgoing of messages) link.send(outgoing, new Map([["batch", reference]]));
  link.send(fromServer(server, "BATCH", [`-${reference}`]));
}

/**
 * The response to a labelled command: one labelled message, a labelled batch of several, or an ACK when there is
 * nothing to say. IRCv3 labeled-response.
 */
export function labelResponse(
  server: ServerState,
  label: string,
  response: readonly TaggedOutgoing[],
): readonly TaggedOutgoing[] {
  const labelled: RecipientTags = new Map([["label", label]]);
  const [first, ...rest] = response;
  if (first === undefined) return [{ outgoing: fromServer(server, "ACK", []), extra: labelled }];
  const isOneBatch =
    first.outgoing.message.command === "BATCH" &&
    response.slice(1, -1).every(({ extra }) => extra?.has("batch") === true);
  if (rest.length === 0 || isOneBatch)
    return [{ outgoing: first.outgoing, extra: labelled }, ...rest];
  const reference = server.nextMessageId();
  const inside: RecipientTags = new Map([["batch", reference]]);
  return [
    {
      outgoing: fromServer(server, "BATCH", [`+${reference}`, "labeled-response"]),
      extra: labelled,
    },
    ...response.map(({ outgoing, extra }) => ({ outgoing, extra: extra ?? inside })),
    { outgoing: fromServer(server, "BATCH", [`-${reference}`]), extra: undefined },
  ];
}
