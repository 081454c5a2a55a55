import {
  liveCommandSchema,
  radioApi,
  type ApiError,
  type LiveCommand,
  type LiveMessage,
} from "@neonrelay/contract";
import { decideAccess, type Caller } from "../accounts/rights-rules.ts";
import { roleMayNot, signInFirst } from "../http/api-failure.ts";
import { changeRadio, type RadioParts } from "../radio/radio-actions.ts";

/** What reads a frame from a browser; the error is what it is told. */
export type ParsedCommand =
  | { readonly kind: "command"; readonly command: LiveCommand }
  | { readonly kind: "invalid"; readonly error: ApiError };

export function parseCommand(frame: string): ParsedCommand {
  let value: unknown;
  try {
    value = JSON.parse(frame);
  } catch {
    return { kind: "invalid", error: { error: "A message is JSON", code: "invalid_request" } };
  }
  const parsed = liveCommandSchema.safeParse(value);
  if (parsed.success) return { kind: "command", command: parsed.data };
  const [issue] = parsed.error.issues;
  const field = issue?.path.join(".") || "type";
  return {
    kind: "invalid",
    error: { error: `${field}: ${issue?.message ?? "invalid"}`, code: "invalid_request", field },
  };
}

/**
 * Does a `radio_state` command with the same check as its HTTP twin.
 * @returns what to tell the socket, null when the announcement to everybody says enough
 */
export async function commandRadio(
  parts: RadioParts,
  {
    command,
    caller,
  }: {
    readonly command: Extract<LiveCommand, { type: "radio_state" }>;
    readonly caller: Caller;
  },
): Promise<LiveMessage | null> {
  const { access } = radioApi.putRadioState;
  const decision = decideAccess({ caller, access, policy: parts.settings.current });
  switch (decision) {
    case "sign-in-first":
      return { type: "error", data: signInFirst };
    case "role-may-not":
      return { type: "error", data: roleMayNot };
    case "allowed":
      await changeRadio(parts, command.data);
      return null;
    default:
      return decision satisfies never;
  }
}
