/** HELP without a command. */
export const commandOverview: readonly string[] = [
  "Commands of this server; HELP <command> explains one",
  "JOIN PART TOPIC NAMES LIST INVITE KICK MODE PRIVMSG NOTICE NICK AWAY CHATHISTORY",
  "WHO WHOIS WHOWAS MONITOR SETNAME MOTD LUSERS VERSION TIME INFO ADMIN QUIT",
  "For server operators: OPER KILL KLINE UNKLINE STATS REHASH",
];

/** HELP for each command: its syntax and what it does. */
export const helpTexts: ReadonlyMap<string, readonly string[]> = new Map([
  ["ADMIN", ["ADMIN", "Shows how to contact the station."]],
  [
    "AUTHENTICATE",
    ["AUTHENTICATE PLAIN", "Logs in to an account with SASL. Your client does this for you."],
  ],
  ["AWAY", ["AWAY [text]", "Marks you as away; without text, as back."]],
  ["CAP", ["CAP LS|LIST|REQ|END [...]", "Negotiates features. Your client does this for you."]],
  [
    "CHATHISTORY",
    [
      "CHATHISTORY LATEST|BEFORE|AFTER|AROUND|BETWEEN <channel> <reference> [reference] <limit>",
      "Shows past messages of a channel you are in.",
    ],
  ],
  ["HELP", ["HELP [command]", "Explains a command."]],
  ["INFO", ["INFO", "Shows information about this server."]],
  ["INVITE", ["INVITE <nick> <channel>", "Invites someone to a channel you are in."]],
  ["ISON", ["ISON <nick> [nick ...]", "Shows which of these nicks are online."]],
  ["JOIN", ["JOIN <channel>[,channel] [key][,key]", "Joins channels. JOIN 0 leaves all channels."]],
  [
    "KICK",
    [
      "KICK <channel> <nick>[,nick] [reason]",
      "Removes someone from a channel. For channel operators.",
    ],
  ],
  ["KILL", ["KILL <nick> [reason]", "Disconnects a user. For server operators."]],
  [
    "KLINE",
    [
      "KLINE [minutes] <user@host|nick> [reason]",
      "Bans clients from the server. For server operators.",
    ],
  ],
  ["LIST", ["LIST [channel][,channel] [>number] [<number]", "Lists channels and their topics."]],
  ["LUSERS", ["LUSERS", "Shows how many users are online."]],
  [
    "MODE",
    [
      "MODE <channel|nick> [changes] [param ...]",
      "Shows or changes modes. Channels: b e I lists of masks, i invitation only, k key, l limit,",
      "m moderated, n members only, s secret, t topic by operators, C no CTCP, o operator, v voice.",
      "You: i invisible, B bot.",
    ],
  ],
  [
    "MONITOR",
    ["MONITOR +|- <nick>[,nick], MONITOR C|L|S", "Notifies you when these nicks come and go."],
  ],
  ["MOTD", ["MOTD", "Shows the message of the day."]],
  ["NAMES", ["NAMES <channel>[,channel]", "Lists who is in a channel."]],
  ["NICK", ["NICK <nick>", "Changes your nick."]],
  [
    "NOTICE",
    ["NOTICE <channel|nick> <text>", "Sends a message that clients must not answer automatically."],
  ],
  [
    "OPER",
    ["OPER <account> <password>", "Makes you a server operator, with an operator's account."],
  ],
  ["PART", ["PART <channel>[,channel] [reason]", "Leaves channels."]],
  ["PASS", ["PASS <password>", "Sends the server password, before NICK and USER."]],
  ["PING", ["PING <token>", "Checks the connection to the server."]],
  ["PONG", ["PONG <token>", "Answers the server's PING."]],
  [
    "PRIVMSG",
    [
      "PRIVMSG <channel|nick>[,channel|nick] <text>",
      "Sends a message. @ before a channel sends it only to its operators.",
    ],
  ],
  ["QUIT", ["QUIT [reason]", "Leaves the server."]],
  ["REHASH", ["REHASH", "Reloads the certificate. For server operators."]],
  [
    "RELAYMSG",
    [
      "RELAYMSG <channel> <nick/network> <text>",
      "Sends a message for someone on another network. For operators.",
    ],
  ],
  ["SETNAME", ["SETNAME <name>", "Changes your real name."]],
  ["STATS", ["STATS k", "Lists the server's bans. For server operators."]],
  ["TAGMSG", ["TAGMSG <channel|nick>", "Sends tags without text."]],
  ["TIME", ["TIME", "Shows the server's time."]],
  ["TOPIC", ["TOPIC <channel> [text]", "Shows or sets the topic."]],
  ["UNKLINE", ["UNKLINE <user@host>", "Lifts a server ban. For server operators."]],
  [
    "USER",
    ["USER <name> 0 * <real name>", "Introduces you to the server. Your client does this for you."],
  ],
  ["USERHOST", ["USERHOST <nick> [nick ...]", "Shows the hosts of up to five nicks."]],
  ["VERSION", ["VERSION", "Shows the server's version and features."]],
  ["WHO", ["WHO <channel|nick|mask> [fields]", "Lists users."]],
  ["WHOIS", ["WHOIS <nick>", "Shows information about a user."]],
  ["WHOWAS", ["WHOWAS <nick> [count]", "Shows information about a user who has left."]],
]);
