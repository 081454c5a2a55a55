import type { IrcStatus } from "@neonrelay/contract";
import type { ChannelState, ClientState } from "@neonrelay/irc/client";

/** Whether the bot is in its channel, and the reason if not, for people. */
export function describeStatus({
  state,
  channelState,
  failure,
  ...shown
}: {
  readonly state: ClientState;
  readonly channelState: ChannelState | undefined;
  /** Why the station's own server isn't running; null: it is. */
  readonly failure: string | null;
  readonly server: string;
  readonly channel: string;
  readonly userCount: number;
  readonly lastActivity: Date | null;
}): IrcStatus {
  const { server, channel, userCount, lastActivity } = shown;
  const reason = failure ?? describeReason({ state, channelState });
  return {
    connected: reason === null,
    server,
    channels: [channel],
    userCount: reason === null ? userCount : 0,
    lastActivity: lastActivity === null ? null : lastActivity.toISOString(),
    reason,
  };
}

/** What keeps the bot off IRC until someone fixes it, for people; null: nothing known. */
export function describeTrouble(state: ClientState): string | null {
  const needsAttention =
    state.status === "stopped" || (state.status === "waiting" && state.needsAttention);
  return needsAttention ? state.reason : null;
}

/** What the bot lacks where the network refuses its messages, for operators. @param modes ranks of the bot there */
export function describeRefusal({
  refusal,
  channel,
  modes,
}: {
  /** The network's own words. */
  readonly refusal: string;
  readonly channel: string;
  readonly modes: string;
}): string {
  const words = refusal.replace(/\.$/, "");
  if (/regist|identif/i.test(words))
    return `The bot needs an account on the IRC network to speak in ${channel}: ${words}.`;
  if (/operator/i.test(words)) return `The bot needs to be an operator of ${channel}: ${words}.`;
  if (modes === "") return `The bot needs voice in ${channel}: ${words}.`;
  return `${channel} does not take what the bot says: ${words}.`;
}

function describeReason({
  state,
  channelState,
}: {
  readonly state: ClientState;
  readonly channelState: ChannelState | undefined;
}): string | null {
  switch (state.status) {
    case "connecting":
      return "connecting to the IRC server";
    case "registering":
      return "signing in to the IRC server";
    case "waiting":
    case "stopped":
      return state.reason;
    case "closed":
      return "the connection to IRC was closed";
    case "registered":
      if (channelState === undefined || channelState.status === "joining")
        return "joining the channel";
      return channelState.status === "joined" ? null : channelState.reason;
    default:
      return state satisfies never;
  }
}
