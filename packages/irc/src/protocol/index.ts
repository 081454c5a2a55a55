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
export { MAX_BODY_BYTES, MAX_TAG_BYTES } from "./line-limits.ts";
export { LineReader, type ReadLine } from "./line-reader.ts";
export { completeMask, matchesMask } from "./mask.ts";
export {
  type IrcMessage,
  parseMessage,
  parseSource,
  serialiseMessage,
  serialiseSource,
  type Source,
} from "./message.ts";
export { type ModeChange, parseChannelModes, parseUserModes, serialiseModes } from "./modes.ts";
export { isValidChannel, isValidNick } from "./names.ts";
export { splitText, textBudgetBytes, truncateText } from "./split-text.ts";
