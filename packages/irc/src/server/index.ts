export type { ChannelView, IrcServer } from "./irc-server.ts";
export { startIrcServer } from "./irc-server.ts";
export { defaultLimits, type ServerLimits } from "./server-limits.ts";
export type {
  AccountReview,
  Certificate,
  ChannelMask,
  ChannelSettings,
  HistoryLine,
  HistoryQuery,
  HistoryReference,
  Identity,
  IrcServerEvent,
  IrcServerOptions,
  ListenAddress,
  LoginOutcome,
  Member,
  MessageKind,
  OperatorDeed,
  Person,
  ProcessLogin,
  RegisteredChannel,
  ServerBan,
} from "./server-options.ts";
export type { Bucket } from "./throttle-rules.ts";
export type {
  AddUserOutcome,
  SpeechOutcome,
  VirtualOutcome,
  VirtualUser,
  VirtualUserEvent,
  VirtualUserOptions,
} from "./virtual-user.ts";
