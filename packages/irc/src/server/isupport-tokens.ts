import { flagModes, listModes } from "./users-and-channels.ts";
import type { IrcServerOptions } from "./server-options.ts";
import type { Casemapping } from "../protocol/casemapping.ts";

/** Prefix and channel modes, for both the MODE parser and 005. */
export const serverModes = {
  prefix: [
    { mode: "o", sign: "@" },
    { mode: "v", sign: "+" },
  ],
  chanModes: {
    list: listModes.join(""),
    always: "k",
    whenSet: "l",
    flag: flagModes.join(""),
  },
} as const;

/** User modes: bot, invisible, server operator. */
export const userModes = "Bio";
export const chanTypes = "#";

/** The tokens of 005, in alphabetical order. */
function isupportTokens({ limits, network, history }: IrcServerOptions): readonly string[] {
  const { list, always, whenSet, flag } = serverModes.chanModes;
  return [
    "ACCOUNTEXTBAN=a",
    `AWAYLEN=${limits.awayBytes}`,
    "BOT=B",
    "CASEMAPPING=ascii",
    `CHANLIMIT=${chanTypes}:${limits.channelsPerUser}`,
    `CHANMODES=${list},${always},${whenSet},${flag}`,
    `CHANNELLEN=${limits.channelBytes}`,
    `CHANTYPES=${chanTypes}`,
    ...(history === undefined
      ? []
      : [`CHATHISTORY=${limits.historyLines}`, "MSGREFTYPES=msgid,timestamp"]),
    "ELIST=U",
    "EXCEPTS=e",
    "EXTBAN=~,am",
    "HOSTLEN=63",
    "INVEX=I",
    `KEYLEN=${limits.keyBytes}`,
    `KICKLEN=${limits.kickBytes}`,
    "LINELEN=512",
    `MAXLIST=${list}:${limits.maskEntries}`,
    `MAXTARGETS=${limits.targetsPerMessage}`,
    `MODES=${limits.modesPerLine}`,
    `MONITOR=${limits.monitored}`,
    `NETWORK=${network.replaceAll(" ", String.raw`\x20`)}`,
    `NICKLEN=${limits.nickBytes}`,
    "PREFIX=(ov)@+",
    "STATUSMSG=@+",
    `TARGMAX=JOIN:,PART:,KICK:${limits.targetsPerMessage},NAMES:,LIST:,WHOIS:1,PRIVMSG:${limits.targetsPerMessage},NOTICE:${limits.targetsPerMessage},TAGMSG:${limits.targetsPerMessage},MONITOR:`,
    `TOPICLEN=${limits.topicBytes}`,
    `USERLEN=${limits.usernameBytes}`,
    "UTF8ONLY",
    "WHOX",
  ];
}

/** The tokens in lines of thirteen, the most every client can read. */
export function isupportLines(options: IrcServerOptions): readonly (readonly string[])[] {
  const tokens = isupportTokens(options);
  const lines: (readonly string[])[] = [];
  for (let start = 0; start < tokens.length; start += 13)
    lines.push([...tokens.slice(start, start + 13), "are supported by this server"]);
  return lines;
}

/** The embedded server's casemapping, announced in ISUPPORT. */
export const serverCasemapping: Casemapping = "ascii";
