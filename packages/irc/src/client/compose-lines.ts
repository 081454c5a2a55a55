import { type Isupport, type Source, splitText, textBudgetBytes } from "../protocol/index.ts";
import { type OutgoingLine, type SayRequest, senderForBudget } from "./outgoing-text.ts";

/** Maximum lines per text: more floods the readers. */
const MAX_LINES = 3;

const ACTION_BYTES = Buffer.byteLength("\u0001ACTION \u0001");

/**
 * Cuts a message into lines that the server passes on uncut.
 * @param relaySeparator what separates a relayed nick from its network, when this server accepts RELAYMSG from us here
 */
export function composeLines({
  request,
  me,
  isupport,
  relaySeparator,
}: {
  readonly request: SayRequest;
  readonly me: Source;
  readonly isupport: Pick<Isupport, "userLen" | "hostLen">;
  readonly relaySeparator: string | undefined;
}):
  | { readonly kind: "lines"; readonly lines: readonly OutgoingLine[] }
  | { readonly kind: "refused"; readonly reason: string } {
  const relayAs =
    relaySeparator === undefined || request.relayNick === undefined
      ? undefined
      : `${request.relayNick}${relaySeparator}web`;
  const sender = senderForBudget(relayAs === undefined ? me : { name: relayAs }, isupport);
  const command =
    relayAs !== undefined ? "RELAYMSG" : request.kind === "notice" ? "NOTICE" : "PRIVMSG";
  const budget =
    textBudgetBytes({
      sender,
      // Others get a relayed line as PRIVMSG; ours carries the nick and no source.
      command,
      target: relayAs === undefined ? request.channel : `${request.channel} ${relayAs}`,
    }) - (request.kind === "action" ? ACTION_BYTES : 0);
  const prefix = relayAs === undefined ? request.prefix : "";
  if (budget - Buffer.byteLength(prefix) < 4)
    return { kind: "refused", reason: "the name leaves no room for the text" };
  // Only we may put CTCP delimiters on the wire.
  const text = request.text.replaceAll("\u0001", " ");
  const pieces = splitText({ text, prefix, maxBytes: budget });
  if (pieces.length > MAX_LINES) return { kind: "refused", reason: "the text is too long for IRC" };
  const lines = pieces.map((piece): OutgoingLine => {
    const wrapped = request.kind === "action" ? `\u0001ACTION ${piece}\u0001` : piece;
    return {
      command,
      params:
        relayAs === undefined ? [request.channel, wrapped] : [request.channel, relayAs, wrapped],
    };
  });
  return { kind: "lines", lines };
}
