export type { ChannelState, ClientState, IrcEvent, Member, MessageKind } from "./client-event.ts";
export type { IrcClientOptions, SaslOptions, TlsOptions, WantedChannel } from "./client-options.ts";
export { type Clock, systemClock } from "./timers.ts";
export { isSameEntry, type ListEntry, muteEntry } from "./mute-rules.ts";
export type { FloodPreset } from "./flood-rules.ts";
export { IrcClient } from "./irc-client.ts";
export type { Delivery, SayLane, SayRequest } from "./outgoing-text.ts";
export type { StsPolicy } from "./sts-rules.ts";
