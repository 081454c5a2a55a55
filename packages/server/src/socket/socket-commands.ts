import type { SocketAddresses } from "./socket-door.ts";
import {
  socketCommandSchema,
  type ApiError,
  type SocketCommand,
  type SocketError,
  type SocketMessage,
} from "@neonrelay/contract";
import { type Caller, type Operator, roleMayNot, signInFirst } from "../identity/rights-rules.ts";
import { toVisitor } from "../identity/visitor.ts";
import { joinChat, type ChatParts } from "../chat/chat-actions.ts";
import type { ChatChannel } from "../chat/chat-channel.ts";
import { nameTaken } from "../chat/chat-handlers.ts";
import { describeRestriction } from "../chat/sanction-rules.ts";
import { nothingInReach } from "../http-kit/api-failure.ts";
import { changeRadio, type ControlParts } from "../radio/radio-change-actions.ts";
import type { StationEvent } from "../events/station-events.ts";
import type { SocketMember } from "./socket-member.ts";

/** Reads a frame from a browser; the error goes back to it. */
type ParsedCommand =
  | { readonly kind: "command"; readonly command: SocketCommand }
  | { readonly kind: "invalid"; readonly error: ApiError };

/** The one place that puts a refusal of a command into a message. */
export function errorMessage({
  error: message,
  ...rest
}: ApiError & Pick<SocketError, "freeNames">): SocketMessage {
  return { type: "error", data: { message, ...rest } };
}

type EventOf<Type extends StationEvent["type"]> = Extract<StationEvent, { type: Type }>;

/** What the bot answers a browser alone. */
export function replyMessage(
  { text }: EventOf<"chat.replied">,
  { botNick }: Pick<ChatChannel, "botNick">,
): SocketMessage {
  const timestamp = new Date().toISOString();
  return { type: "chat_reply", data: { username: botNick, message: text, timestamp } };
}

/** The message to a kicked, muted or banned user, also when they try to return. */
export function sanctionMessage({
  restriction,
}: Pick<EventOf<"chat.sanctioned">, "restriction">): SocketMessage {
  const { error: message, retryAt: until = null } = describeRestriction(restriction);
  return { type: "chat_sanctioned", data: { kind: restriction.kind, message, until } };
}

export function parseCommand(frame: string): ParsedCommand {
  let value: unknown;
  try {
    value = JSON.parse(frame);
  } catch {
    return { kind: "invalid", error: { error: "A message must be JSON", code: "invalid_request" } };
  }
  const parsed = socketCommandSchema.safeParse(value);
  if (parsed.success) return { kind: "command", command: parsed.data };
  const [issue] = parsed.error.issues;
  const field = issue?.path.join(".") || "type";
  return {
    kind: "invalid",
    error: { error: `${field}: ${issue?.message ?? "invalid"}`, code: "invalid_request", field },
  };
}

/**
 * Does a `radio_state` command as its HTTP twin does.
 * @returns what to tell the socket, null when the announcement to everyone says enough
 */
export async function commandRadio(
  parts: ControlParts,
  {
    command,
    by,
  }: {
    readonly command: Extract<SocketCommand, { type: "radio_state" }>;
    readonly by: Operator;
  },
): Promise<SocketMessage | null> {
  const outcome = await changeRadio(parts, { change: command.data, by });
  switch (outcome.kind) {
    case "sign-in-first":
      return errorMessage(signInFirst);
    case "role-may-not":
      return errorMessage(roleMayNot);
    case "out-of-reach":
      return errorMessage(nothingInReach);
    case "changed":
      return null;
    default:
      return outcome satisfies never;
  }
}

/** Reserves a name in chat for the socket's visitor. @returns the answer */
export async function commandJoin(
  parts: ChatParts,
  {
    command,
    caller,
    member,
  }: {
    readonly command: Extract<SocketCommand, { type: "chat_join" }>;
    readonly caller: Caller;
    readonly member: SocketMember;
  },
): Promise<SocketMessage> {
  const { visitorId, address } = member;
  const visitor = toVisitor({ caller, visitorId, address });
  const name = command.data.username;
  const outcome = await joinChat(parts, { name, caller, visitor, socket: member });
  switch (outcome.kind) {
    case "joined":
      return { type: "chat_joined", data: { username: name } };
    case "name-taken":
      return errorMessage({ ...nameTaken, freeNames: [...outcome.freeNames] });
    case "restricted":
      return sanctionMessage(outcome);
    default:
      return outcome satisfies never;
  }
}

const POLICY_VIOLATION = 1008;
export const commandRate = { burst: 20, perSecond: 5 };
/** How often a socket gets a notice that it is too fast, before it is closed. */
export const warningRate = { burst: 20, perSecond: 1 / 3 };
const tooMany = { error: "Too many messages; slow down", code: "too_many_requests" } as const;

/** Whether a frame is taken. Too many get a warning each; after enough warnings the socket is closed. */
export function isFrameTaken(
  { socket, network, bucket, warnings }: SocketMember,
  { addresses, nowMs }: { readonly addresses: SocketAddresses; readonly nowMs: number },
): boolean {
  if (!socket.isOpen) return false; // still on its way when the socket was ended
  if (bucket.take(nowMs) && addresses.takeCommand(network, nowMs)) return true;
  if (warnings.take(nowMs)) socket.sendOwn(errorMessage(tooMany));
  else socket.end(POLICY_VIOLATION, "too many messages");
  return false;
}
