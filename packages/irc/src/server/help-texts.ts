/** What HELP tells of the commands together. */
export const commandOverview: readonly string[] = [
  "Commands of this server; HELP and one of them tells more",
  "JOIN PART TOPIC NAMES LIST INVITE KICK MODE PRIVMSG NOTICE NICK AWAY CHATHISTORY",
  "WHO WHOIS WHOWAS MONITOR SETNAME MOTD LUSERS VERSION TIME INFO ADMIN QUIT",
  "For server operators: OPER KILL KLINE UNKLINE STATS REHASH",
];

/** What HELP tells of a command: how it is written, and what it does. */
export const helpTexts: ReadonlyMap<string, readonly string[]> = new Map([
  ["ADMIN", ["ADMIN", "Tells how to reach the station."]],
  [
    "AUTHENTICATE",
    ["AUTHENTICATE PLAIN", "Logs in to an account by SASL. Programs do it for you."],
  ],
  ["AWAY", ["AWAY [text]", "Says that you are away; without a text, that you are back."]],
  ["CAP", ["CAP LS|LIST|REQ|END [...]", "Agrees on features. Programs do it for you."]],
  [
    "CHATHISTORY",
    [
      "CHATHISTORY LATEST|BEFORE|AFTER|AROUND|BETWEEN <channel> <reference> [reference] <limit>",
      "Tells what was said in a channel that you are in.",
    ],
  ],
  ["HELP", ["HELP [command]", "Tells what a command does."]],
  ["INFO", ["INFO", "Tells what this server is."]],
  ["INVITE", ["INVITE <nick> <channel>", "Asks somebody into a channel that you are in."]],
  ["ISON", ["ISON <nick> [nick ...]", "Tells which of these nicks are here."]],
  [
    "JOIN",
    ["JOIN <channel>[,channel] [key][,key]", "Comes into channels. JOIN 0 leaves them all."],
  ],
  ["KICK", ["KICK <channel> <nick>[,nick] [reason]", "Puts somebody out. For channel operators."]],
  ["KILL", ["KILL <nick> [reason]", "Ends a connection. For server operators."]],
  [
    "KLINE",
    [
      "KLINE [minutes] <user@host|nick> [reason]",
      "Keeps clients off the server. For server operators.",
    ],
  ],
  ["LIST", ["LIST [channel][,channel] [>number] [<number]", "Tells of channels and their topics."]],
  ["LUSERS", ["LUSERS", "Counts who is here."]],
  [
    "MODE",
    [
      "MODE <channel|nick> [changes] [param ...]",
      "Tells or changes modes. Channels: b e I lists of masks, i invitation only, k key, l limit,",
      "m moderated, n members only, s secret, t topic by operators, C no CTCP, o operator, v voice.",
      "You: i invisible, B bot.",
    ],
  ],
  ["MONITOR", ["MONITOR +|- <nick>[,nick], MONITOR C|L|S", "Tells when these nicks come and go."]],
  ["MOTD", ["MOTD", "Tells the message of the day."]],
  ["NAMES", ["NAMES <channel>[,channel]", "Tells who is in channels."]],
  ["NICK", ["NICK <nick>", "Takes another nick."]],
  ["NOTICE", ["NOTICE <channel|nick> <text>", "Says something that no program answers."]],
  ["OPER", ["OPER <account> <password>", "Makes operators of the station server operators."]],
  ["PART", ["PART <channel>[,channel] [reason]", "Leaves channels."]],
  ["PASS", ["PASS <password>", "Gives the server's password, before NICK and USER."]],
  ["PING", ["PING <token>", "Asks the server for an answer."]],
  ["PONG", ["PONG <token>", "Answers the server's PING."]],
  [
    "PRIVMSG",
    [
      "PRIVMSG <channel|nick>[,channel|nick] <text>",
      "Says something. @ before a channel says it to its operators alone.",
    ],
  ],
  ["QUIT", ["QUIT [reason]", "Leaves the server."]],
  ["REHASH", ["REHASH", "Reads the certificate again. For server operators."]],
  [
    "RELAYMSG",
    ["RELAYMSG <channel> <nick/network> <text>", "Speaks for somebody elsewhere. For operators."],
  ],
  ["SETNAME", ["SETNAME <name>", "Changes your real name."]],
  ["STATS", ["STATS k", "Lists the bans of the server. For server operators."]],
  ["TAGMSG", ["TAGMSG <channel|nick>", "Sends tags without a text."]],
  ["TIME", ["TIME", "Tells the time."]],
  ["TOPIC", ["TOPIC <channel> [text]", "Tells the topic, or sets another."]],
  ["UNKLINE", ["UNKLINE <user@host>", "Lifts a ban of the server. For server operators."]],
  ["USER", ["USER <name> 0 * <real name>", "Says who you are. Programs do it for you."]],
  ["USERHOST", ["USERHOST <nick> [nick ...]", "Tells the hosts of up to five nicks."]],
  ["VERSION", ["VERSION", "Tells the server's version and features."]],
  ["WHO", ["WHO <channel|nick|mask> [fields]", "Tells who is there."]],
  ["WHOIS", ["WHOIS <nick>", "Tells about somebody."]],
  ["WHOWAS", ["WHOWAS <nick> [count]", "Tells about somebody who has left."]],
]);
