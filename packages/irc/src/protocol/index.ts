export { type Casemapping, foldName, isSameName, NameMap } from "./casemapping.ts";
export { type Ctcp, parseCtcp, serialiseCtcp } from "./ctcp.ts";
export {
  type FormattedRun,
  parseFormatting,
  stripFormatting,
  type TextColour,
  type TextStyle,
} from "./formatting.ts";
export {
  applyIsupport,
  type ChanModes,
  defaultIsupport,
  type Isupport,
  type PrefixMode,
} from "./isupport.ts";
export { LineReader, type ReadLine } from "./line-reader.ts";
export {
  type IrcMessage,
  MAX_TAG_BYTES,
  parseMessage,
  parseSource,
  serialiseMessage,
  serialiseSource,
  type Source,
} from "./message.ts";
export { type ModeChange, parseChannelModes, parseUserModes, serialiseModes } from "./modes.ts";
export { completeMask, isValidChannel, isValidNick, matchesMask } from "./names.ts";
export { MAX_BODY_BYTES, splitText, textBudgetBytes, truncateText } from "./split-text.ts";
